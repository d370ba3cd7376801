/** What `/jobs` says in Telegram: the list, one job with its buttons, and what came of a tap. */
import type { JobRunRow } from '../../../../domain/jobs/service.ts';

export interface JobTexts {
  readonly none: string;
  readonly some: (count: number) => string;
  readonly more: (count: number) => string;
  readonly states: Readonly<Record<'active' | 'paused' | 'failing' | 'over' | 'removed', string>>;
  readonly next: string;
  readonly runs: string;
  readonly outcomes: Readonly<Record<JobRunRow['state'], string>>;
  readonly acts: Readonly<Record<'run' | 'enable' | 'disable' | 'remove' | 'look', string>>;
  readonly sure: (name: string) => string;
  readonly yes: string;
  readonly back: string;
  readonly asks: string;
  readonly done: Readonly<Record<'run' | 'enable' | 'disable' | 'remove', string>>;
  readonly gone: string;
  /** Markdown. */
  readonly unknown: (name: string) => string;
  readonly changed: string;
  readonly notDone: (why: string) => string;
}

export const jobTexts: Readonly<Record<'en' | 'de', JobTexts>> = {
  en: {
    none: 'There are no jobs. Ask me to do something later, or regularly.',
    some: count => (count === 1 ? 'One job:' : `${count} jobs:`),
    more: count => `… and ${count} more. /jobs NAME shows any of them.`,
    states: {
      active: 'active',
      paused: 'paused',
      failing: 'paused after failures',
      over: 'no instant is left',
      removed: 'removed',
    },
    next: 'Next',
    runs: 'Last runs',
    outcomes: {
      running: 'running',
      done: 'done',
      failed: 'failed',
      unknown: 'may or may not have happened',
      skipped: 'left out',
    },
    acts: { run: 'Run now', enable: 'Resume', disable: 'Pause', remove: 'Remove…', look: 'Look again' },
    sure: name => `Remove the job ${name}? It does not run again, and cannot be brought back.`,
    yes: 'Yes, remove it',
    back: 'Back',
    asks: 'Tap again to confirm.',
    done: { run: 'It runs now.', enable: 'Resumed.', disable: 'Paused.', remove: 'Removed.' },
    gone: 'Not done. This job no longer exists.',
    unknown: name => `There is no job \`${name}\`. /jobs lists them.`,
    changed: 'Not done. The job has changed since this was shown. This is the current one.',
    notDone: why => `Not done: ${why}`,
  },
  de: {
    none: 'Es gibt keine Jobs. Bitte mich, etwas später oder regelmäßig zu tun.',
    some: count => (count === 1 ? 'Ein Job:' : `${count} Jobs:`),
    more: count => `… und ${count} weitere. /jobs NAME zeigt jeden davon.`,
    states: {
      active: 'aktiv',
      paused: 'pausiert',
      failing: 'pausiert nach Fehlern',
      over: 'kein Zeitpunkt mehr',
      removed: 'entfernt',
    },
    next: 'Nächste',
    runs: 'Letzte Läufe',
    outcomes: {
      running: 'läuft',
      done: 'erledigt',
      failed: 'fehlgeschlagen',
      unknown: 'vielleicht geschehen',
      skipped: 'ausgelassen',
    },
    acts: {
      run: 'Jetzt ausführen',
      enable: 'Fortsetzen',
      disable: 'Pausieren',
      remove: 'Entfernen…',
      look: 'Neu laden',
    },
    sure: name => `Den Job ${name} entfernen? Er läuft nicht mehr und lässt sich nicht zurückholen.`,
    yes: 'Ja, entfernen',
    back: 'Zurück',
    asks: 'Zum Bestätigen noch einmal tippen.',
    done: { run: 'Er läuft jetzt.', enable: 'Fortgesetzt.', disable: 'Pausiert.', remove: 'Entfernt.' },
    gone: 'Nicht ausgeführt. Diesen Job gibt es nicht mehr.',
    unknown: name => `Es gibt keinen Job \`${name}\`. /jobs zeigt alle.`,
    changed: 'Nicht ausgeführt. Der Job hat sich seither geändert. Das ist der jetzige.',
    notDone: why => `Nicht ausgeführt: ${why}`,
  },
};
