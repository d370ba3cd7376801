/** Schedules and jobs in words, in the owner's language. */

import type { Body } from '../conversation/body.ts';
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { dateFormat, locales } from '../text/writing/locale.ts';
import type { JobAction, JobSpec } from './job.ts';
import { instantsAfter, type Schedule } from './schedule.ts';

/** `every weekday at 08:00`, `jeden Montag um 08:30`; an expression with more to it stands as it is written. */
export function scheduleInWords(schedule: Schedule, language: Language, timeZone: string): string {
  const say = words[language];
  if (schedule.kind === 'at') return say.at(instantInWords(schedule.at, language, timeZone));
  if (schedule.kind === 'every') return say.every(lengthInWords(schedule.everyMs, language));
  if (schedule.kind === 'days') return `${daysKindInWords(schedule, language)} (${schedule.timeZone})`;
  const plain = cronInWords(schedule.expr, language) ?? `cron ${schedule.expr}`;
  return `${plain} (${schedule.timeZone})`;
}

/** When and what, in one line. */
export function jobInBrief({ name, schedule, language, timeZone, action }: JobSpec): string {
  return `${name}: ${scheduleInWords(schedule, language, timeZone)}, ${actionInWords(action, language)}.`;
}

/** What a job does, when, and its next three instants: what its owner reads before it counts. */
export function jobInWords(spec: JobSpec, after: number): string {
  const { schedule, language, timeZone } = spec;
  const say = words[language];
  const next = instantsAfter(schedule, after, 3).map(at => instantInWords(at, language, timeZone));
  return [jobInBrief(spec), next.length === 0 ? say.never : `${say.next}: ${next.join('; ')}.`].join('\n');
}

/** `run “uptime”`, `say “drink water”`. */
export function actionInWords(action: JobAction, language: Language): string {
  const say = words[language];
  switch (action.kind) {
    case 'say':
      return say.say(short(action.text));
    case 'builtin':
      return say.run(action.name);
    case 'ask':
      return say.ask(short(action.instruction));
    case 'tool': {
      const { command } = action.arguments;
      return say.run(action.tool === 'execute_command' && typeof command === 'string' ? short(command) : action.tool);
    }
  }
}

/** Everything that a run does, whole, and the terms it has, a line each: what an approval shows. */
export function jobInFull({ action, ...terms }: JobSpec): string {
  const { notify, catchUp, overlap, retries, timeoutMs, budgetTokens, priority } = terms;
  const { onSuccess = {}, onFailure = {}, dedup = {} } = terms;
  const does: Readonly<Record<string, unknown>> =
    action.kind === 'tool'
      ? { tool: action.tool, arguments: action.arguments }
      : action.kind === 'ask'
        ? { instruction: action.instruction, parameters: action.parameters }
        : action.kind === 'say'
          ? { say: action.text }
          : { builtin: action.name };
  const all = {
    ...does,
    notify,
    catchUp,
    overlap,
    retries,
    timeout: `${timeoutMs / 1000}s`,
    budgetTokens,
    priority,
    onSuccess,
    onFailure,
    dedup,
  };
  return Object.entries(all)
    .filter(([, value]) => typeof value !== 'object' || Object.keys(value as object).length > 0)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

/** Day and time to the minute, or to the second where it has one. */
export function instantInWords(at: number, language: Language, timeZone: string): string {
  return dateFormat(locales[language].name, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: at % 60_000 === 0 ? undefined : '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}

/** A chart knows a long text by its name alone. */
function short(text: Body): string {
  if (typeof text !== 'string') return '…';
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

const words = catalog('domain/jobs/words', {
  en: {
    at: (instant: string) => `once, on ${instant}`,
    every: (length: string) => `every ${length}`,
    next: 'Next',
    never: 'It never runs by itself.',
    say: (text: string) => `say “${text}”`,
    run: (text: string) => `run “${text}”`,
    ask: (text: string) => `begin a conversation with “${text}”`,
    units: {
      day: ['day', 'days'],
      hour: ['hour', 'hours'],
      minute: ['minute', 'minutes'],
      second: ['second', 'seconds'],
    },
    everyDays: (days: number, weekday: string, time: string, from: string) =>
      days % 7 === 0
        ? `every ${days === 7 ? '' : days === 14 ? 'other ' : `${ordinal(days / 7)} `}${weekday} ${time}, from ${from} on`
        : `every ${days === 1 ? '' : days === 2 ? 'other ' : `${ordinal(days)} `}day ${time}, from ${from} on`,
    lastDay: 'on the last day of every month',
    nth: (nth: number, weekday: string) => `on the ${nth === 0 ? 'last' : ordinal(nth)} ${weekday} of every month`,
    months: (days: string) => `on days ${days} of every month`,
    year: (day: string) => `every year on ${day}`,
    but: (day: string) => `every day except ${day}`,
    and: ' and ',
    everyMinute: 'every minute',
    everyHour: (minute: string) => (minute === '00' ? 'every hour' : `every hour at minute ${Number(minute)}`),
    /** From midnight on. */
    everyHours: (length: string, minute: string) =>
      minute === '00' ? `every ${length}` : `every ${length} at minute ${Number(minute)}`,
    day: 'every day',
    weekdays: 'every weekday',
    of: (days: string) => `every ${days}`,
    month: (day: string) => `on day ${day} of every month`,
    time: (time: string) => `at ${time}`,
    days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  },
  de: {
    at: (instant: string) => `einmal, am ${instant}`,
    every: (length: string) => `alle ${length}`,
    next: 'Nächste',
    never: 'Von selbst läuft er nie.',
    say: (text: string) => `sagt „${text}“`,
    run: (text: string) => `führt „${text}“ aus`,
    ask: (text: string) => `beginnt ein Gespräch mit „${text}“`,
    units: {
      day: ['Tag', 'Tage'],
      hour: ['Stunde', 'Stunden'],
      minute: ['Minute', 'Minuten'],
      second: ['Sekunde', 'Sekunden'],
    },
    everyDays: (days: number, weekday: string, time: string, from: string) =>
      days % 7 === 0
        ? `${days === 7 ? 'jeden' : `alle ${days / 7} Wochen am`} ${weekday} ${time}, ab ${from}`
        : `${days === 1 ? 'jeden Tag' : `alle ${days} Tage`} ${time}, ab ${from}`,
    lastDay: 'am letzten Tag jedes Monats',
    nth: (nth: number, weekday: string) => `am ${nth === 0 ? 'letzten' : `${nth}.`} ${weekday} jedes Monats`,
    months: (days: string) => `am ${days.replaceAll(', ', '., ')}. jedes Monats`,
    year: (day: string) => `jedes Jahr am ${day}`,
    but: (day: string) => `jeden Tag außer ${day}`,
    and: ' und ',
    everyMinute: 'jede Minute',
    everyHour: (minute: string) => (minute === '00' ? 'jede Stunde' : `jede Stunde zur Minute ${Number(minute)}`),
    everyHours: (length: string, minute: string) =>
      minute === '00' ? `alle ${length}` : `alle ${length} zur Minute ${Number(minute)}`,
    day: 'jeden Tag',
    weekdays: 'jeden Werktag',
    of: (days: string) => `jeden ${days}`,
    month: (day: string) => `am ${day}. jedes Monats`,
    time: (time: string) => `um ${time} Uhr`,
    days: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  },
});

function ordinal(number: number): string {
  return ['0th', '1st', '2nd', '3rd'][number] ?? (number < 21 ? `${number}th` : `${number}.`);
}

/** An instant of local time without its zone. */
function daysKindInWords({ days, from }: Extract<Schedule, { readonly kind: 'days' }>, language: Language): string {
  const [day = '', time = ''] = from.split('T');
  const say = words[language];
  const at = Date.parse(`${day}T00:00Z`);
  const first = new Intl.DateTimeFormat(locales[language].name, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(at);
  return say.everyDays(days, say.days[new Date(at).getUTCDay()] ?? '', say.time(time), first);
}

const unitsMs = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** `90 minutes`, `2 days`, by the largest unit that fits evenly. */
export function lengthInWords(ms: number, language: Language): string {
  const [unit, size] = unitsMs.find(([, size]) => ms % size === 0) ?? (['second', 1_000] as const);
  const count = ms / size;
  const [one, many] = words[language].units[unit];
  return `${count} ${count === 1 ? one : many}`;
}

const nicknames: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
};

/** The plain ones alone. */
function cronInWords(expr: string, language: Language): string | undefined {
  const say = words[language];
  const fields = (nicknames[expr.toLowerCase()] ?? expr).split(' ');
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (fields.length !== 5) return undefined;
  const isEach = day === '*' && month === '*' && weekday === '*';
  if (minute === '*' && hour === '*' && isEach) return say.everyMinute;
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (step !== undefined && 60 % Number(step) === 0 && hour === '*' && isEach)
    return say.every(lengthInWords(Number(step) * 60_000, language));
  if (!/^\d+$/.test(minute)) return undefined;
  const two = minute.padStart(2, '0');
  if (hour === '*' && isEach) return say.everyHour(two);
  const hours = Number(/^\*\/(\d+)$/.exec(hour)?.[1]);
  if (24 % hours === 0 && isEach) return say.everyHours(lengthInWords(hours * 3_600_000, language), two);
  if (!/^\d+(,\d+)*$/.test(hour)) return undefined;
  const days = daysInWords(day, month, weekday, language);
  const times = hour.split(',').map(one => `${one.padStart(2, '0')}:${two}`);
  return days === undefined ? undefined : `${days} ${say.time(listed(times, language))}`;
}

function daysInWords(day: string, month: string, weekday: string, language: Language): string | undefined {
  const say = words[language];
  if (month !== '*') return weekday === '*' ? dateInWords(day, month, language) : undefined;
  if (day === '*' && weekday === '*') return say.day;
  if (weekday === '*') return dayOfMonthInWords(day, language);
  if (day !== '*') return undefined;
  const numbers = weekday.toUpperCase().replace(/SUN|MON|TUE|WED|THU|FRI|SAT/g, name => String(dayNames.indexOf(name)));
  if (numbers === '1-5') return say.weekdays;
  const [, nthDay, nth = ''] = /^([0-6])#([1-5L])$/.exec(numbers) ?? [];
  if (nthDay !== undefined) return say.nth(nth === 'L' ? 0 : Number(nth), say.days[Number(nthDay)] ?? '');
  if (!/^[0-7](,[0-7])*$/.test(numbers)) return undefined;
  const named = [...new Set(numbers.split(',').map(number => Number(number) % 7))];
  const missing = say.days.filter((_, number) => !named.includes(number));
  if (missing.length === 1) return say.but(missing[0] ?? '');
  return say.of(named.map(number => say.days[number]).join(', '));
}

function dayOfMonthInWords(day: string, language: Language): string | undefined {
  if (day === 'L') return words[language].lastDay;
  if (/^\d+$/.test(day)) return words[language].month(day);
  return /^\d+(,\d+)+$/.test(day) ? words[language].months(day.replaceAll(',', ', ')) : undefined;
}

function dateInWords(day: string, month: string, language: Language): string | undefined {
  if (!/^\d+$/.test(day) || !/^(?:[1-9]|1[0-2])$/.test(month)) return undefined;
  const locale = locales[language].name;
  const at = Date.UTC(2024, Number(month) - 1, Number(day));
  return words[language].year(
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(at),
  );
}

function listed(texts: readonly string[], language: Language): string {
  const [last = '', ...before] = texts.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')}${words[language].and}${last}`;
}

const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
