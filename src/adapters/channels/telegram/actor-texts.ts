/**
 * What the windows on the actors say in Telegram: the list, one actor, its acts, and the questions of the supervisor.
 */

import type { AdminVerb } from '../../../domain/supervision/admin.ts';
import type { Choice } from '../../../domain/supervision/remediation.ts';
import { catalog, type Language } from '../../../domain/text/catalog.ts';

/** An act as it has a button. `fresh`: a restart from the beginning. */
export type ActorAct = AdminVerb | 'fresh';

export interface ActorTexts {
  readonly none: string;
  readonly some: (count: number) => string;
  readonly more: (count: number) => string;
  readonly gone: string;
  readonly unknown: (id: string) => string;
  readonly usage: string;
  readonly state: (leaf: string, time: string, status: string) => string;
  readonly machine: (machine: string, incarnation: number, step: number, queued: number) => string;
  readonly needs: string;
  readonly steps: string;
  readonly look: string;
  readonly back: string;
  readonly acts: Readonly<Record<ActorAct, string>>;
  /** The second tap; `step` of a rewind. */
  readonly yes: (act: ActorAct, step: number | undefined) => string;
  readonly sure: Readonly<Partial<Record<ActorAct, string>>>;
  readonly again: (sources: string) => string;
  readonly notAgain: (source: string) => string;
  readonly nothingUnderWay: string;
  /** What a start from the beginning lets go, and a stop. */
  readonly letsGo: Readonly<Record<'message' | 'unbegun' | 'cut', (what: string) => string>> & {
    readonly questions: (count: number) => string;
  };
  readonly requested: string;
  readonly done: string;
  readonly notDone: (why: string) => string;
  /** The buttons of an incident, and what a tap on one of them comes to. */
  readonly choices: Readonly<Record<Choice, string>>;
  readonly chosen: (choice: string) => string;
  readonly over: string;
  readonly sending: string;
}

export const actorTexts: Readonly<Record<Language, ActorTexts>> = catalog('adapters/channels/telegram/actor-texts', {
  en: {
    none: 'Nothing runs, and nothing needs you.',
    some: count => (count === 1 ? 'One active actor:' : `${count} active actors:`),
    more: count => `… and ${count} more; straylight actors list shows all`,
    gone: 'Not done. This actor no longer exists.',
    unknown: id => `There is no actor ${id}. /actors lists the active ones.`,
    usage: 'Type /actor NAME. /actors lists the names. /actor NAME rewind N rewinds it to step N.',
    state: (leaf, time, status) => `${leaf} for ${time}, ${status}`,
    machine: (machine, incarnation, step, queued) =>
      `${machine}, incarnation ${incarnation}, step ${step}, ${queued} waiting`,
    needs: 'Needs you',
    steps: 'Last steps',
    look: 'Refresh',
    back: 'Back',
    acts: {
      suspend: 'Suspend',
      resume: 'Resume',
      retry: 'Retry failed messages',
      restart: 'Restart',
      fresh: 'Start afresh',
      rewind: 'Rewind',
      stop: 'Stop',
      quarantine: 'Quarantine',
      release: 'Release',
    },
    yes: (act, step) =>
      ({
        restart: 'Yes: restart it',
        fresh: 'Yes: start it afresh',
        stop: 'Yes: stop it',
        quarantine: 'Yes: quarantine it',
      })[act as string] ?? `Yes: back to step ${step ?? ''}`,
    sure: {
      restart: 'Restart it from its last state?',
      fresh: 'Start it from the beginning? Its current work is dropped. Queued messages stay.',
      rewind: 'Rewind it? Later steps stay in the journal.',
      stop: 'Stop it and its children for good?',
      quarantine: 'Quarantine it? It does nothing until you release it.',
    },
    again: sources => `Will run again: ${sources}`,
    notAgain: source => `Will not run again: ${source}; its outcome becomes unknown and I will ask you.`,
    nothingUnderWay: 'Nothing is running, so nothing runs again.',
    letsGo: {
      message: text => `Will be dropped: your message “${text.slice(0, 80)}”`,
      unbegun: what => `Will not run: ${what}`,
      cut: what => `Will be interrupted and may have happened: ${what}`,
      questions: count => `Will be withdrawn: ${count === 1 ? '1 question' : `${count} questions`} for you`,
    },
    requested: 'Not done yet.',
    done: 'Done.',
    notDone: why => `Not done: ${why}`,
    choices: {
      retry: 'Try again',
      restart: 'Restart',
      fresh: 'Start afresh',
      cancel: 'Cancel the run',
      stop: 'Stop it',
      release: 'Release it',
      leave: 'Leave it as it is',
      go: 'Continue',
    },
    chosen: choice => `Chosen: ${choice}.`,
    over: 'Already answered or no longer needed.',
    sending: 'Not taken: this message is still being sent. Tap again in a moment.',
  },
  de: {
    none: 'Nichts läuft, und nichts braucht dich.',
    some: count => (count === 1 ? 'Ein aktiver Akteur:' : `${count} aktive Akteure:`),
    more: count => `… und ${count} weitere; straylight actors list zeigt alle`,
    gone: 'Nicht ausgeführt. Diesen Akteur gibt es nicht mehr.',
    unknown: id => `Es gibt keinen Akteur ${id}. /actors zeigt die aktiven.`,
    usage: 'Schreib /actor NAME. /actors zeigt die Namen. /actor NAME rewind N setzt ihn auf Schritt N zurück.',
    state: (leaf, time, status) => `${leaf} seit ${time}, ${status}`,
    machine: (machine, incarnation, step, queued) =>
      `${machine}, Inkarnation ${incarnation}, Schritt ${step}, ${queued} in der Schlange`,
    needs: 'Braucht dich',
    steps: 'Letzte Schritte',
    look: 'Aktualisieren',
    back: 'Zurück',
    acts: {
      suspend: 'Anhalten',
      resume: 'Fortsetzen',
      retry: 'Gescheitertes wiederholen',
      restart: 'Neu starten',
      fresh: 'Von vorn',
      rewind: 'Zurücksetzen',
      stop: 'Beenden',
      quarantine: 'Unter Quarantäne',
      release: 'Freigeben',
    },
    yes: (act, step) =>
      ({ restart: 'Ja: neu starten', fresh: 'Ja: von vorn', stop: 'Ja: beenden', quarantine: 'Ja: unter Quarantäne' })[
        act as string
      ] ?? `Ja: zurück zu Schritt ${step ?? ''}`,
    sure: {
      restart: 'Aus seinem letzten Zustand neu starten?',
      fresh: 'Von vorn beginnen? Die laufende Arbeit wird verworfen. Wartende Nachrichten bleiben.',
      rewind: 'Zurücksetzen? Spätere Schritte bleiben im Journal.',
      stop: 'Endgültig beenden, samt seinen Kindern?',
      quarantine: 'Unter Quarantäne stellen? Er tut nichts, bis du ihn freigibst.',
    },
    again: sources => `Läuft noch einmal: ${sources}`,
    notAgain: source => `Läuft nicht noch einmal: ${source}; der Ausgang wird unbekannt, und ich frage dich.`,
    nothingUnderWay: 'Es läuft gerade nichts, also läuft auch nichts noch einmal.',
    letsGo: {
      message: text => `Wird verworfen: deine Nachricht „${text.slice(0, 80)}“`,
      unbegun: what => `Läuft nicht: ${what}`,
      cut: what => `Wird abgebrochen und ist vielleicht geschehen: ${what}`,
      questions: count => `Wird zurückgezogen: ${count === 1 ? '1 Frage' : `${count} Fragen`} an dich`,
    },
    requested: 'Noch nicht ausgeführt.',
    done: 'Erledigt.',
    notDone: why => `Nicht ausgeführt: ${why}`,
    choices: {
      retry: 'Noch einmal versuchen',
      restart: 'Neu starten',
      fresh: 'Von vorn beginnen',
      cancel: 'Lauf abbrechen',
      stop: 'Beenden',
      release: 'Freigeben',
      leave: 'So lassen',
      go: 'Weiter',
    },
    chosen: choice => `Gewählt: ${choice}.`,
    over: 'Schon beantwortet oder erledigt.',
    sending: 'Nicht übernommen: Diese Nachricht wird noch gesendet. Bitte gleich noch einmal tippen.',
  },
});
