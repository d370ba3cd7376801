/** Requests for work that runs later: a reminder, something done again and again, and what there is. */
import { createRequire } from 'node:module';
import { timeIn } from '../../../../domain/jobs/when.ts';
import { contentWords } from '../../../../domain/memory/words.ts';
import type { JsonObject } from '../../../../domain/text/json.ts';
import { type Choice, type Earlier, type Intent, type Language, languageOf, plain, type Said } from '../intent.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import type * as Two from './two-reminders.ts';
import type * as Zones from './zones.ts';

// With the first request that has a time in it.
const load = createRequire(import.meta.url);
const zoneIn: typeof Zones.zoneIn = sentence => (load('./zones.ts') as typeof Zones).zoneIn(sentence);

/** The two requests of one for two reminders, where their times are two. */
export function remindersIn(text: string): Two.TwoReminders | undefined {
  const sentence = reminds.exec(text)?.groups?.['sentence'] ?? '';
  if (!/ (?:and|und) /i.test(sentence)) return undefined;
  const found = (load('./two-reminders.ts') as typeof Two).twoReminders(remembered(sentence));
  if (found === undefined || found === 'unclear') return found;
  const head = languageOf(text) === 'de' ? 'erinnere mich' : 'remind me';
  return [`${head} ${found[0]}`, `${head} ${found[1]}`];
}

/** Without what is said only to be polite. */
function remembered(sentence: string): string {
  return plain(sentence).replace(/^(?:bitte|please|daran),?\s+/i, '');
}

const reminds =
  /^(?:remind me|(?:set|make|create|add)(?: me)? (?:a|an|another) (?:reminder|(?<alarm>alarm))(?: (?:for|to))?|(?<alarm>wake me(?: up)?|wecke? mich(?: auf)?)|(?:stelle?|setze?|mache?|erstelle?)(?: mir)? (?:eine |einen )(?:erinnerung|(?<alarm>wecker))(?: (?:für|auf))?|erinner(?:e)? mich)\b,?\s*(?<sentence>[\s\S]+)$/i;
const regularly =
  /^(?:(?:every|each|on|daily|hourly|weekly|at|in|tomorrow|jede[nr]?|alle|täglich|stündlich|werktags|um|morgen)\b|(?:mon|diens|donners|frei|sams|sonn)tags\b)/i;
const machineLoad = /\b(?:load|last|auslastung)\b/i;
const verb =
  /^(?:please |bitte )?(?:tell|show|give|say|run|execute|remind|check|ask|look|search|sag|zeig|führe?|gib|nenn|erinner|prüf|schau|frag)/i;

function understood(language: Language, said: Said) {
  return { language, said };
}

function inZone(zone: string | undefined): JsonObject {
  return zone === undefined ? {} : { time_zone: zone };
}

/** What a job is to do, from the words beside its time. */
function doing(rest: string): Readonly<Record<string, string>> {
  const words = plain(rest).replace(/^(?:please|bitte) /i, '');
  const command = /^(?:run|execute|führe?)(?: the command| den befehl)?:? (?<command>[\s\S]+?)(?: aus)?$/i.exec(words)
    ?.groups?.['command'];
  if (command !== undefined) return { command: command.replace(/^`|`$/g, '') };
  if (/^(?:tell|show|give|sag|zeig|nenn|gib)/i.test(words) && machineLoad.test(words))
    return { name: 'load', command: 'cat /proc/loadavg' };
  const text =
    /^(?:say|remind me(?: to| of| that)?|tell me to|sage?|erinnere? mich(?: daran)?(?:,? (?:zu|an|dass))?):? (?<text>[\s\S]+)$/i.exec(
      words,
    )?.groups?.['text'];
  if (text !== undefined) return { say: text };
  return { instruction: words };
}

/** Again and again within a minute: nobody reads that, and a real model would be paid for each. */
function isTooOften(schedule: string): boolean {
  const often = /^(?:every|each|all|jede[rns]?|alle)(?: (?<many>\S+))? (?:seconds?|secs?|sekunden?)\W*$/i.exec(
    schedule,
  );
  return often !== null && !(Number(often.groups?.['many']) >= 60);
}

export const aboutJobs: readonly Intent[] = [
  {
    name: 'remind',
    tool: 'schedule_job',
    orders: true,
    patterns: { en: [], de: [] },
    hears(text) {
      const { sentence, alarm } = reminds.exec(text)?.groups ?? {};
      if (sentence === undefined || /^(?:nicht|nie)\b/i.test(sentence)) return undefined;
      const { rest: zoneless, zone, unclear } = zoneIn(remembered(sentence));
      const { phrase = '', rest = zoneless } = timeIn(zoneless) ?? {};
      return understood(languageOf(text.replace(unclear ?? '', '')), {
        schedule: phrase.replace(/[:,]$/, ''),
        what: rest,
        zone,
        unclear,
        alarm,
        each: remindersIn(text) === undefined ? undefined : 'yes',
      });
    },
    choose({ schedule = '', what = '', zone, unclear, alarm, each }, _moment, language) {
      const texts = rehearsalTexts(language);
      if (each !== undefined) return { say: texts.remindEach };
      const about = what.replace(/^[:,]\s*/, '').replace(/^(?:to|of|that|about|daran,?|dass|zu)\s+/i, '');
      // what is remembered is in no case: not "den Tee"
      const say =
        about.replace(/^an(?:s|\s+(?:den|die|das|dem))?\s+(?=\p{Lu})|^an\s+/u, '') ||
        what ||
        (alarm === undefined ? '' : texts.alarm);
      if (schedule === '') return { say: texts.remindWhen(say) };
      if (unclear !== undefined) return { say: texts.whichZone(unclear) };
      if (isTooOften(schedule)) return { say: texts.tooOften(schedule) };
      if (say === '') return { say: texts.remindWhat(schedule) };
      return { tool: 'schedule_job', arguments: { schedule, say, ...inZone(zone) } };
    },
    example: { en: 'remind me in 20 minutes to call Ada', de: 'erinnere mich in 20 Minuten an den Anruf' },
  },
  {
    name: 'schedule',
    tool: 'schedule_job',
    orders: true,
    patterns: { en: [], de: [] },
    hears(text) {
      if (!regularly.test(text)) return undefined;
      const { rest, zone, unclear } = zoneIn(plain(text));
      const found = timeIn(rest);
      if (found === undefined || found.rest === '' || !verb.test(found.rest)) return undefined;
      return understood(languageOf(text.replace(unclear ?? '', '')), {
        schedule: found.phrase,
        what: found.rest,
        zone,
        unclear,
      });
    },
    choose({ schedule = '', what = '', zone, unclear }, _moment, language) {
      if (unclear !== undefined) return { say: rehearsalTexts(language).whichZone(unclear) };
      if (isTooOften(schedule)) return { say: rehearsalTexts(language).tooOften(schedule) };
      return { tool: 'schedule_job', arguments: { schedule, ...doing(what), ...inZone(zone) } };
    },
    example: {
      en: 'every minute tell me the load of this machine',
      de: 'jeden Montag um halb neun sag mir die Last dieser Maschine',
    },
  },
  {
    name: 'jobs',
    tool: 'list_jobs',
    patterns: {
      en: [
        /^(?:(?:which|what) (?:jobs|reminders) (?:do (?:you|I) have|are there|are set)|(?:what (?:are|is) )?(?:my|our|the|your) (?:jobs|reminders)|(?:list|show)(?: me)? (?:all )?(?:the |your |my )?(?:jobs|reminders|alarms|appointments)|what (?:do|will) you remind me of)\W*$/i,
      ],
      de: [
        /^(?:welche (?:jobs|wecker|termine) (?:hast du|habe ich|gibt es|sind gesetzt)|welche erinnerungen (?:habe ich|gibt es|sind gesetzt|stehen an)|(?:was sind )?(?:meine|deine|die) (?:jobs|wecker)|(?:zeige?|liste)(?: mir)? (?:(?:alle |deine |die |meine )*(?:jobs|termine|wecker)|(?:die |meine )erinnerungen)(?: auf| an)?|woran erinnerst du mich|(?:was sind )?meine erinnerungen)\W*$/i,
      ],
    },
    arguments: () => ({}),
    example: { en: 'which jobs are there?', de: 'welche Jobs gibt es?' },
  },
  {
    name: 'cancelJob',
    tool: 'cancel_job',
    orders: true,
    looksUpJobs: ({ name }) => name === undefined,
    patterns: {
      en: [
        /^(?:cancel|stop|remove|delete|end) the job [`"“]?(?<name>[a-z0-9_-]+)[`"”]?\W*$/i,
        /^(?:cancel|stop|remove|delete|end|drop|clear)(?: (?:the|my|that|this|your))?(?: \w+)? (?:reminder|job|alarm)s?(?: (?:to|of|for|about|that|at|on|called|named|with))? (?<what>\S[\s\S]{0,300})$/i,
        /^(?:cancel|stop|remove|delete|end|drop|clear)(?: (?:the|my|that|this|your))? (?<what>(?!all\b)[^\n]{1,100}?) (?:reminder|job)s?\W*$/i,
        /^(?:cancel|stop|remove|delete|end|drop|clear)(?=(?<all> all\b)?)(?: (?:the|my|that|this|your|all|of))*(?<any> (?:reminder|job|alarm))s?\W*$/i,
        /^(?:stop|quit|no longer|do not|don['’]t) remind(?:ing)? me(?: any ?more)?(?: (?:to|of|about|that|at))? (?<what>\S[\s\S]{0,300})$/i,
        /^(?:stop|quit) remind(?:ing)? me(?<any>\W*)$/i,
        /^cancel(?<any> (?:it|that|this|them))\W*$/i,
        /^cancel (?:the|my|that|this) (?<what>[^\n]{1,60}?)(?: one)?\W*$/i,
      ],
      de: [
        /^(?:lösche?|beende?|entferne?|storniere?|streiche?) den job [`"„]?(?<name>[a-z0-9_-]+)[`"“]?\W*$/i,
        /^(?:beende?|storniere?|streiche?|stoppe?) (?:die |meine )?erinnerung(?: (?:an|für|über|um|mit|von|zu))? (?<what>\S[\s\S]{0,300})$/i,
        /^(?:lösche?|beende?|entferne?|storniere?|streiche?|stoppe?)(?: (?:den|meinen))? (?:wecker|termin|job)(?: (?:an|für|über|um|mit|von|zu))? (?<what>\S[\s\S]{0,300})$/i,
        /^(?:(?<erased>lösche?|entferne?|streiche?)|beende?|storniere?|stoppe?)(?=(?<all> alle\b)?)(?: (?:die|den|meine[nr]?|alle))*(?<any> (?:erinnerung(?:en)?|wecker|termine?|jobs?))\W*$/i,
        /^(?:lösche?|beende?|entferne?|storniere?|streiche?|stoppe?) (?:die |meine )?(?<what>\p{L}+-?erinnerung)\W*$/iu,
        /^(?:sag|sage|brich|setz|setze) (?:die |meine )?erinnerung(?: (?:an|für|über|um|mit|von|zu))? (?<what>\S[\s\S]{0,300}?) ab\W*$/i,
        /^(?:sag|sage|brich|stell|stelle|schalte?) (?:den |meinen )?(?:wecker|termin|job)(?: (?:an|für|über|um|mit|von|zu))? (?<what>\S[\s\S]{0,300}?) (?:ab|aus)\W*$/i,
        /^(?:sag|sage|brich|stell|stelle|schalte?)(?=(?<all> alle\b)?)(?: (?:die|den|meine[nr]?|alle))*(?<any> (?:erinnerung(?:en)?|wecker|jobs?)) (?:ab|aus)\W*$/i,
        /^(?:sag|sage|brich)(?<any> (?:sie|es|das|ihn)) (?:wieder )?ab\W*$/i,
        /^(?:sag|sage|brich) (?:die|den|das|meine[n]?) (?:(?:mit|für|an|wegen|zu) )?(?<what>[^\n]{1,60}?) ab\W*$/i,
        /^hör(?:e)? auf,? mich (?:(?:daran|an) )?(?<what>\S[\s\S]{0,300}?),? zu erinnern\W*$/i,
        /^erinnere? mich (?:nicht|nie)(?: mehr| länger| wieder)?(?: (?:daran|an))?,? (?<what>\S[\s\S]{0,300})$/i,
      ],
    },
    choose: (said, { earlier }, language) => {
      const { name, what = '', any = '', all, erased, unsure } = said;
      if (name !== undefined) return cancel(name.toLowerCase());
      // memories are "Erinnerungen" as well
      const isOpen = erased !== undefined && /erinnerungen/i.test(any);
      if (all !== undefined || isOpen) return cancellingAll(/job/i.test(any), isOpen, earlier.jobs, language);
      return cancelling(what, earlier.jobs, language, unsure === undefined);
    },
    example: { en: 'cancel the reminder to call Ada', de: 'beende die Erinnerung an den Anruf' },
  },
  {
    name: 'moveJob',
    tool: 'update_job',
    orders: true,
    looksUpJobs: ({ schedule = '' }) => schedule !== '',
    patterns: { en: [], de: [] },
    hears: movingIn,
    choose: ({ what = '', schedule = '' }, { earlier }, language) =>
      schedule === '' ? { say: rehearsalTexts(language).moveWhen } : moving(what, schedule, { earlier, language }),
  },
  {
    // no request of its own: the first half of those above
    name: 'lookUpJobs',
    tool: 'list_jobs',
    patterns: { en: [], de: [] },
    arguments: () => ({}),
  },
];

function cancel(name: string): Choice {
  return { tool: 'cancel_job', arguments: { name } };
}

/** All of them, or all reminders, once the owner has said yes. `isOpen`: one alone waits for that as well. */
function cancellingAll(isOfJobs: boolean, isOpen: boolean, listed: string | undefined, language: Language): Choice {
  const texts = rehearsalTexts(language);
  const jobs = jobsIn(listed ?? '').filter(({ when }) => isOfJobs || /, (?:say|sagt) [“„]/.test(when));
  const [only, another] = jobs;
  if (only === undefined) return { say: texts.noJobs };
  if (another !== undefined) return { say: texts.cancelAll(jobs.map(({ name }) => name)) };
  return isOpen ? { say: texts.cancelWhich([only.name]) } : cancel(only.name);
}

/**
 * The one job that these words mean; the owner chooses where it is not clear. `mayGuess`: where there is one alone, it
 * is meant.
 */
export function cancelling(what: string, listed: string | undefined, language: Language, mayGuess = true): Choice {
  // without the list there is no way to cancel either, and that is what is said
  if (listed === undefined) return cancel(plain(what));
  const texts = rehearsalTexts(language);
  const jobs = jobsIn(listed);
  if (jobs.length === 0) return { say: texts.noJobs };
  const { near, isSure } = jobsMeant(what, jobs);
  // two that were set in the same words are told apart by their names alone
  if (isSure && mayGuess) return cancel(near[0]?.name ?? '');
  if (near.length === 0 && plain(what) !== '') return { say: texts.noSuchJob(plain(what)) };
  return { say: texts.cancelWhich((near.length > 0 ? near : jobs).map(({ name }) => name)) };
}

const moves = {
  en: /^(?:(?<sure>move|postpone|shift|push|reschedule|snooze|delay|put off)|change|set) (?<what>[^\n]{0,160}) (?:to|until|till|for|on) (?<schedule>[^\n]{1,60}?)[.!]?$/i,
  de: /^(?:(?<sure>verschiebe?|verlege?|verlängere?)|ändere?|stelle?|setze?) (?<what>[^\n]{0,160}) (?:auf|nach) (?<schedule>[^\n]{1,60}?)(?: (?:um|vor))?[.!]?$/i,
} as const;
const movesNowhere = {
  en: /^(?:move|postpone|change|shift|push|reschedule|snooze|delay) (?:the |my |that )?(?<what>[^\n]{0,60}?(?:reminder|alarm|job)s?\b[^\n]{0,120}|it|that)[.!]?$/i,
  de: /^(?:verschiebe?|verlege?|ändere?|verlängere?) (?:die |den |meine |meinen )?(?<what>(?:erinnerung|wecker|termin|job)(?!\p{L})[^\n]{0,120}|sie|ihn)[.!]?$/iu,
} as const;
export const jobWord =
  /(?<!\p{L})(?:reminder|alarm|job|erinnerung|wecker|termin)s?(?!\p{L})|(?<=\p{L})-?erinnerung(?!\p{L})/iu;
const pronoun = /^(?:it|that|this|es|das|sie|ihn|die|den)$/i;

/** "Move the reminder to 10": of which job, and to when. */
function movingIn(text: string): ReturnType<NonNullable<Intent['hears']>> {
  for (const language of ['en', 'de'] as const) {
    const { what = '', schedule = '', sure } = moves[language].exec(text)?.groups ?? {};
    const isNamed = jobWord.test(what) || (sure !== undefined && pronoun.test(what.split(' ')[0] ?? ''));
    if (schedule !== '' && (isNamed || (sure !== undefined && !/^\d+$/.test(schedule))) && isTime(schedule))
      return understood(language, { what: jobNamed(what), schedule });
    const nowhere = movesNowhere[language].exec(text)?.groups?.['what'];
    if (nowhere !== undefined) return understood(language, { what: jobNamed(nowhere), schedule: '' });
  }
  return undefined;
}

/** Without the words that every job has, and the time from which it is moved. */
function jobNamed(what: string): string {
  const whole = what.trim().replace(/ (?:from|von) \S+(?: \S+)?$| (?:back|forward|off)$/gi, '');
  return pronoun.test(whole)
    ? ''
    : whole
        .replace(jobWord, '')
        .replace(
          /^\s*(?:(?:the|my|that|this|die|den|das|meine|meinen)\s+)?(?:(?:to|of|for|about|that|called|named|an|ans|für|über|zum)\s+)?/i,
          '',
        )
        .trim();
}

/** Is it a time, and nothing else? */
export function isTime(text: string): boolean {
  return clockAlone.test(text) || timeIn(text)?.rest === '';
}

const clockAlone =
  /^(?:(?:at|um|auf|gegen) )?(?:\d{1,2}(?:[:.]\d\d)?(?: ?(?:[ap]\.?m\.?|uhr(?: \d\d)?|o['’]clock))?|noon|midnight|mittags?|mitternacht|(?:half past|halb|quarter (?:past|to)|viertel(?: (?:vor|nach|über))?|dreiviertel) \p{L}+)$/iu;
const clockIn =
  /\d[:.]\d\d|\d ?(?:[ap]\.?m\b|uhr)|(?<!\p{L})(?:at|um|noon|midnight|mittags?|mitternacht|half|halb|quarter|viertel|früh|abends?|morgens|nachmittags?|morning|afternoon|evening|night)(?!\p{L})|^in /iu;

/** The one job that is meant, at another time; the owner chooses where it is not clear. */
function moving(
  what: string,
  schedule: string,
  { earlier: { jobs: listed }, language }: { readonly earlier: Earlier; readonly language: Language },
): Choice {
  if (listed === undefined) return { tool: 'update_job', arguments: { name: plain(what), schedule } };
  const texts = rehearsalTexts(language);
  const jobs = jobsIn(listed);
  const { near, isSure } = jobsMeant(what, jobs);
  const [job] = near;
  if (jobs.length === 0) return { say: texts.noJobs };
  if (isSure && job !== undefined) {
    const to = movedTo(schedule, job);
    return to === undefined
      ? { say: texts.moveRepeated(job.name) }
      : { tool: 'update_job', arguments: { name: job.name, schedule: to } };
  }
  return {
    say: texts.moveWhich(
      (near.length > 0 ? near : jobs).map(({ name }) => name),
      schedule,
    ),
  };
}

/**
 * A time of the day alone keeps the day, and a day alone the time. Undefined: it runs again and again, and it is not
 * said whether all of that shall be.
 */
function movedTo(wanted: string, { when, next }: ListedJob): string | undefined {
  const [, day = '', clock = ''] = /^\w{3}, (\d{1,2} \w{3,5} \d{4}),? (\d\d:\d\d)/.exec(next) ?? [];
  const isOnce = /^(?:once|einmal)\b/.test(when);
  if (!clockAlone.test(wanted)) {
    if (!isOnce && !/^(?:every|each|daily|weekly|monthly|jede|täglich|wöchentlich|monatlich|werktags)/i.test(wanted))
      return undefined;
    return clockIn.test(wanted) || day === '' ? wanted : `${wanted} at ${clock}`;
  }
  const at = /^\d/.test(wanted) ? `at ${wanted.replace(/ uhr$/i, '')}` : wanted.replace(/^(?:auf|gegen) /i, 'um ');
  if (isOnce) return day === '' ? wanted : `${day} ${at}`;
  const days = /^([^,“„]*?)(?:at |um )?\d\d:\d\d/.exec(when)?.[1];
  return days && `${days}${at}`;
}

interface ListedJob {
  readonly name: string;
  /** When it runs, and what it does. */
  readonly when: string;
  readonly next: string;
  readonly words: ReadonlySet<string>;
}

function jobsIn(listed: string): readonly ListedJob[] {
  return [...listed.matchAll(/^([a-z0-9_-]+) \([^)]*\): (.*)$/gm)].map(([, name = '', when = '']) => ({
    name,
    when,
    next: /; next ([^;]*)/.exec(when)?.[1] ?? '',
    words: new Set(
      contentWords(`${name.replaceAll('-', ' ')} ${/[“„](.*)[”“]/.exec(when)?.[1] ?? ''}`).map(one => one.stem),
    ),
  }));
}

/** The jobs that these words may mean. `isSure`: one alone, all of whose words are there, or the only job. */
function jobsMeant(what: string, jobs: readonly ListedJob[]) {
  const named = jobs.filter(({ name }) => name === plain(what).toLowerCase());
  if (named.length === 1) return { near: named, isSure: true };
  const [whole, said] = [stemsOf(plain(what)), stemsOf(jobNamed(plain(what)))];
  const having = (wanted: readonly string[]) => jobs.filter(({ words }) => wanted.every(stem => words.has(stem)));
  // an alarm may say no more than that it is one
  const wanted = said.length === 0 && having(whole).length > 0 ? whole : said;
  const fitting = having(wanted);
  const near = fitting.length > 0 ? fitting : jobs.filter(({ words }) => wanted.some(stem => words.has(stem)));
  return { near, isSure: near.length === 1 && (fitting.length === 1 || jobs.length === 1) };
}

function stemsOf(words: string): readonly string[] {
  return contentWords(words).map(({ stem }) => stem);
}

/** Is there a job that these words may mean, which call it a reminder or are all that it says? */
export function namesJob(what: string, listed: string): boolean {
  const { near, isSure } = jobsMeant(what, jobsIn(listed));
  return isSure || (jobWord.test(what) && near.length > 0);
}
