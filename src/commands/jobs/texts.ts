/** What `/jobs` says in words, in each language the agent speaks. */
import type { JobState, RunOutcome } from '../../domain/jobs/job.ts';
import type { Language } from '../../domain/text/texts.ts';

type By<Key extends string> = Readonly<Record<Key, string>>;

const en = {
  none: 'There are no jobs. Ask the agent to do something later, or regularly.',
  columns: ['JOB', 'STATE', 'WHEN', 'DOES'] as readonly string[],
  historyColumns: ['RUN', 'AGE', 'OUTCOME', 'TOOK', 'RESULT'] as readonly string[],
  missing: (name: string) => `There is no job "${name}"; /jobs lists them.`,
  more: (count: number) => `… and ${count} more. /jobs NAME shows any of them.`,
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
    by: 'Made by',
  },
  terms: (catchUp: string, overlap: string, retries: number, timeout: string) =>
    `${catchUp}; overlap ${overlap}; ${retries} retries; timeout ${timeout}`,
  tokensEach: (tokens: number) => `${tokens} tokens a run`,
  notBefore: (name: string) => `not before "jobs enable ${name}"`,
  neverByItself: 'never by itself',
  notYet: 'It has not run yet.',
  instants: (count: number, until: string) => `${count} instants until ${until}`,
  tokens: (tokens: string) => `${tokens} tokens`,
  attempt: (attempt: number) => `attempt ${attempt}`,
};

/** What `/jobs` says. */
export type JobTexts = typeof en;

const catchUps: Readonly<Record<string, string>> = {
  once: 'einmal nachgeholt',
  skip: 'nicht nachgeholt',
  all: 'alle nachgeholt',
};
const overlaps: Readonly<Record<string, string>> = { skip: 'lässt aus', queue: 'wartet', parallel: 'läuft daneben' };

const de: JobTexts = {
  none: 'Es gibt keine Jobs. Bitte mich, etwas später oder regelmäßig zu tun.',
  columns: ['NAME', 'STAND', 'WANN', 'TUT'],
  historyColumns: ['LAUF', 'ALTER', 'ERGEBNIS', 'DAUER', 'ANTWORT'],
  missing: name => `Es gibt keinen Job „${name}“; /jobs zeigt alle.`,
  more: count => `… und ${count} weitere. /jobs NAME zeigt jeden davon.`,
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
    by: 'Angelegt von',
  },
  terms: (catchUp, overlap, retries, timeout) =>
    `${catchUps[catchUp] ?? catchUp}; läuft der vorige noch: ${overlaps[overlap] ?? overlap}; ${retries} Wiederholungen; höchstens ${timeout}`,
  tokensEach: tokens => `${tokens} Tokens je Lauf`,
  notBefore: name => `erst nach „/jobs enable ${name}“`,
  neverByItself: 'nie von selbst',
  notYet: 'Er ist noch nicht gelaufen.',
  instants: (count, until) => `${count} Zeitpunkte bis ${until}`,
  tokens: tokens => `${tokens} Tokens`,
  attempt: attempt => `Versuch ${attempt}`,
};

const byLanguage: Readonly<Record<Language, JobTexts>> = { en, de };

/** In the language in which the agent speaks to its owner. */
export function jobTexts(language: Language): JobTexts {
  return byLanguage[language];
}
