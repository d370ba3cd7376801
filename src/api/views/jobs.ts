/** How jobs, their runs and what was done with them are shown. */

import { byText } from '../../domain/approvals/card-lines.ts';
import { cardTexts } from '../../domain/approvals/card-texts.ts';
import { count, money } from '../../domain/budget/money.ts';
import { shortName } from '../../domain/conversation/chat-session.ts';
import { agentFileName } from '../../domain/jobs/agent-file.ts';
import type { JobState, RunOutcome } from '../../domain/jobs/job.ts';
import type { JobDetail, JobRow, JobRunRow, JobRuns, ListedJobs } from '../../domain/jobs/service.ts';
import { instantInWords } from '../../domain/jobs/words.ts';
import { ago, duration, until } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Action, type Look, lines, type View } from '../view.ts';

/** When a job runs next. */
export interface NextRuns {
  readonly name: string;
  readonly state: JobState;
  readonly timeZone: string;
  readonly next: readonly number[];
}

/** Where a job was made, and by whom where that was not the owner. */
function madeBy(by: string, language: Language): string {
  const texts = jobTexts[language];
  if (by.startsWith('session:')) return texts.byAgent(shortName(by));
  return by === agentFileName ? texts.inFile(by) : byText(by, cardTexts[language].card).trim();
}

/** All of them; how many stand in no row is said. */
export function jobList({ jobs, total }: ListedJobs, look: Look): View {
  const texts = jobTexts[look.language];
  if (jobs.length === 0) return [lines(texts.none)];
  const rows = jobs.map(job => ({
    cells: [job.name, stateOf(job, look), oneLine(job.when, 120), oneLine(job.does, 160)],
    tone: isTrouble(job) ? ('warn' as const) : undefined,
    actions: [{ label: texts.acts.show, operation: 'jobs.show', input: { name: job.name } }],
  }));
  return [
    { kind: 'table', head: texts.columns, rows },
    ...(total > jobs.length ? [lines(texts.more(total - jobs.length, look.typed('jobs show NAME')))] : []),
  ];
}

function isTrouble({ state, last }: JobRow): boolean {
  return state === 'failing' || last?.state === 'failed' || last?.state === 'unknown';
}

/** One of them, and what can be done with it. */
export function oneJob(job: JobDetail, look: Look): View {
  const { language } = look;
  const texts = jobTexts[language];
  const { rows } = texts;
  const { name, catchUp, overlap, retries, timeoutMs } = job;
  const cells = [
    [rows.job, name],
    [rows.state, stateOf(job, look)],
    [rows.when, oneLine(`${job.when} [${job.schedule}]`, 300)],
    [rows.does, oneLine(job.does, 300)],
    [rows.next, job.upcoming.map(at => instantInWords(at, language, job.timeZone)).join('; ') || whyNever(job, look)],
    [rows.notify, texts.notify[job.notify] ?? job.notify],
    [rows.catchUp, texts.terms(catchUp, overlap, retries, duration(timeoutMs, language))],
    [rows.budget, texts.tokensEach(job.budgetTokens)],
    [rows.by, oneLine(madeBy(job.by, language), 120)],
  ];
  return [
    { kind: 'table', rows: cells.map(row => ({ cells: row })) },
    { kind: 'actions', actions: actionsOf(job, texts) },
  ];
}

/** Each names what the job does now: one that does something else by then is left as it is. */
function actionsOf({ name, state, seen }: JobDetail, { acts, sure }: JobTexts): readonly Action[] {
  const act = (act: 'run' | 'enable' | 'disable' | 'remove') => ({
    label: acts[act],
    operation: 'jobs.act',
    input: { name, act, seen },
  });
  return [
    act('run'),
    act(state === 'active' ? 'disable' : 'enable'),
    { ...act('remove'), confirm: sure(name) },
    { label: acts.history, operation: 'jobs.history', input: { name } },
  ];
}

/** Its next instants, a line each. */
export function nextRuns(job: NextRuns, look: Look): View {
  const all = job.next.map(at => instantInWords(at, look.language, job.timeZone));
  return [lines(all.join('\n') || whyNever(job, look))];
}

/** What came of its runs. */
export function jobRuns({ runs, timeZone }: JobRuns, { now, language }: Look): View {
  const texts = jobTexts[language];
  if (runs.length === 0) return [lines(texts.notYet)];
  const rows = runs.map(run => ({
    cells: [
      instantInWords(run.slot, language, timeZone),
      ago(Math.max(0, now - run.slot), language),
      outcomeOf(run, timeZone, language),
      tookOf(run, language),
      oneLine(run.result ?? '', 200),
    ],
  }));
  return [{ kind: 'table', head: texts.historyColumns, rows }];
}

/** There is no job of this name. */
export function noJob({ name }: { readonly name: string }, { language, typed }: Look): string {
  return jobTexts[language].absent(oneLine(name, 80), typed('jobs list'));
}

function stateOf({ state, next, failures, last }: JobRow, { now, language }: Look): string {
  const texts = jobTexts[language];
  const facts = [
    state === 'failing' ? texts.failing(failures) : texts.states[state],
    ...(next === null ? [] : [texts.next(until(next - now, language))]),
    ...(last === undefined ? [] : [texts.last(lastOf(last, texts))]),
  ];
  return facts.join(', ');
}

/** What came of a run, and why. */
function lastOf({ state, reason }: NonNullable<JobRow['last']>, { outcomes }: JobTexts): string {
  return reason === null ? outcomes[state] : `${outcomes[state]} (${oneLine(reason, 60)})`;
}

function whyNever({ name, state }: Pick<JobDetail, 'name' | 'state'>, { language, typed }: Look): string {
  const texts = jobTexts[language];
  const waits = state === 'paused' || state === 'failing';
  return waits ? texts.notBefore(typed(`jobs enable ${name}`)) : texts.neverByItself;
}

function outcomeOf(run: JobRunRow, timeZone: string, language: Language): string {
  const texts = jobTexts[language];
  return [
    texts.outcomes[run.state],
    ...(run.reason === null ? [] : [oneLine(run.reason, 120)]),
    ...(run.count > 1 ? [texts.instants(run.count, instantInWords(run.until, language, timeZone))] : []),
    ...(run.tokens > 0 ? [texts.tokens(count(run.tokens, language))] : []),
    ...(run.micros > 0 ? [money(run.micros, language)] : []),
    ...(run.attempt > 1 ? [texts.attempt(run.attempt)] : []),
  ].join(', ');
}

/** Empty where it is not over, or did not run. */
function tookOf({ endedAt, state, at }: JobRunRow, language: Language): string {
  return endedAt === null || state === 'skipped' ? '' : duration(endedAt - at, language);
}

type By<Key extends string> = Readonly<Record<Key, string>>;

const en = {
  none: 'There are no jobs. Ask the agent to do something later, or regularly.',
  columns: ['Job', 'State', 'When', 'Does'] as readonly string[],
  historyColumns: ['Run', 'Age', 'Outcome', 'Took', 'Result'] as readonly string[],
  absent: (name: string, list: string) => `there is no job "${name}"; "${list}" shows all`,
  more: (count: number, show: string) => `… and ${count} more. "${show}" shows any of them.`,
  acts: { show: 'Show', run: 'Run now', enable: 'Resume', disable: 'Pause', remove: 'Remove', history: 'Past runs' },
  sure: (name: string) => `Remove the job ${name}? It does not run again, and cannot be brought back.`,
  states: {
    active: 'active',
    paused: 'paused',
    failing: 'failing',
    over: 'over',
    removed: 'removed',
  } as By<JobState>,
  failing: (failures: number) => `paused after ${failures} failures`,
  next: (time: string) => (time === 'overdue' ? time : `next ${time}`),
  last: (state: string) => `last ${state}`,
  outcomes: {
    running: 'running',
    done: 'done',
    failed: 'failed',
    unknown: 'unknown',
    skipped: 'skipped',
  } as By<RunOutcome | 'running'>,
  notify: {
    always: 'always',
    success: 'success',
    failure: 'failure',
    change: 'change',
    never: 'never',
  } as Readonly<Record<string, string>>,
  rows: {
    job: 'Job',
    state: 'State',
    when: 'When',
    does: 'Does',
    next: 'Next',
    notify: 'Notify',
    catchUp: 'Catch-up',
    budget: 'Budget',
    by: 'Made',
  },
  terms: (catchUp: string, overlap: string, retries: number, timeout: string) =>
    `${catchUp}; overlap ${overlap}; ${retries} retries; timeout ${timeout}`,
  tokensEach: (tokens: number) => `${tokens} tokens a run`,
  notBefore: (enable: string) => `not before "${enable}"`,
  byAgent: (session: string) => `by the agent in the conversation ${session}`,
  inFile: (file: string) => `in ${file}`,
  neverByItself: 'never by itself',
  notYet: 'It has not run yet.',
  instants: (count: number, until: string) => `${count} instants until ${until}`,
  tokens: (tokens: string) => `${tokens} tokens`,
  attempt: (attempt: number) => `attempt ${attempt}`,
};

type JobTexts = typeof en;

const catchUps: Readonly<Record<string, string>> = {
  once: 'einmal nachgeholt',
  skip: 'nicht nachgeholt',
  all: 'alle nachgeholt',
};
const overlaps: Readonly<Record<string, string>> = { skip: 'lässt aus', queue: 'wartet', parallel: 'läuft daneben' };

const de: JobTexts = {
  none: 'Es gibt keine Jobs. Bitte mich, etwas später oder regelmäßig zu tun.',
  columns: ['Name', 'Stand', 'Wann', 'Tut'],
  historyColumns: ['Lauf', 'Alter', 'Ergebnis', 'Dauer', 'Antwort'],
  absent: (name, list) => `es gibt keinen Job „${name}“; „${list}“ zeigt alle`,
  more: (count, show) => `… und ${count} weitere. „${show}“ zeigt jeden davon.`,
  acts: {
    show: 'Ansehen',
    run: 'Jetzt ausführen',
    enable: 'Fortsetzen',
    disable: 'Pausieren',
    remove: 'Entfernen',
    history: 'Bisherige Läufe',
  },
  sure: name => `Den Job ${name} entfernen? Er läuft nicht mehr und lässt sich nicht zurückholen.`,
  states: {
    active: 'aktiv',
    paused: 'pausiert',
    failing: 'pausiert nach Fehlern',
    over: 'kein Zeitpunkt mehr',
    removed: 'entfernt',
  },
  failing: failures => `pausiert nach ${failures} Fehlern`,
  next: time => (time === 'überfällig' ? time : `nächster Lauf ${time}`),
  last: state => `zuletzt ${state}`,
  outcomes: {
    running: 'läuft',
    done: 'erledigt',
    failed: 'fehlgeschlagen',
    unknown: 'vielleicht geschehen',
    skipped: 'ausgelassen',
  },
  notify: {
    always: 'immer',
    success: 'bei Erfolg',
    failure: 'bei Fehlern',
    change: 'bei Änderungen',
    never: 'nie',
  },
  rows: {
    job: 'Job',
    state: 'Stand',
    when: 'Wann',
    does: 'Tut',
    next: 'Nächste',
    notify: 'Meldet',
    catchUp: 'Versäumte',
    budget: 'Budget',
    by: 'Angelegt',
  },
  terms: (catchUp, overlap, retries, timeout) =>
    `${catchUps[catchUp] ?? catchUp}; läuft der vorige noch: ${overlaps[overlap] ?? overlap}; ${retries} Wiederholungen; höchstens ${timeout}`,
  tokensEach: tokens => `${tokens} Tokens je Lauf`,
  notBefore: enable => `erst nach „${enable}“`,
  byAgent: session => `vom Agenten im Gespräch ${session}`,
  inFile: file => `in ${file}`,
  neverByItself: 'nie von selbst',
  notYet: 'Er ist noch nicht gelaufen.',
  instants: (count, until) => `${count} Zeitpunkte bis ${until}`,
  tokens: tokens => `${tokens} Tokens`,
  attempt: attempt => `Versuch ${attempt}`,
};

/** What is said of jobs. */
const jobTexts: Readonly<Record<Language, JobTexts>> = catalog('api/views/jobs', { en, de });
