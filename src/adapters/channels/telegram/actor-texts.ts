/**
 * What the windows on the actors say in Telegram: the list, one actor, its acts, and the questions of the supervisor.
 */
import type { AdminVerb } from '../../../domain/supervision/admin.ts';
import type { Choice } from '../../../domain/supervision/remediation.ts';

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
  readonly asked: string;
  readonly done: string;
  readonly notDone: (why: string) => string;
  /** The buttons of an incident, and what a tap on one of them comes to. */
  readonly choices: Readonly<Record<Choice, string>>;
  readonly chosen: (choice: string) => string;
  readonly over: string;
}

export const actorTexts: Readonly<Record<'en' | 'de', ActorTexts>> = {
  en: {
    none: 'Everything is at rest, and nothing needs you.',
    some: count => (count === 1 ? 'One actor is not at rest:' : `${count} actors are not at rest:`),
    more: count => `… and ${count} more; straylight actors list names them all`,
    gone: 'Nothing was done: this actor is no longer there.',
    unknown: id => `There is no actor ${id}. /actors names those that are not at rest.`,
    usage: 'Say which one: /actor NAME, as /actors names them. /actor NAME rewind N takes it back to its step N.',
    state: (leaf, time, status) => `${leaf} for ${time}, ${status}`,
    machine: (machine, incarnation, step, queued) =>
      `${machine}, incarnation ${incarnation}, step ${step}, ${queued} waiting`,
    needs: 'Needs you',
    steps: 'Last steps',
    look: 'Look again',
    back: 'Back',
    acts: {
      suspend: 'Suspend',
      resume: 'Resume',
      retry: 'Retry what was buried',
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
        quarantine: 'Yes: set it aside',
      })[act as string] ?? `Yes: back to step ${step ?? ''}`,
    sure: {
      restart: 'Restart it from where it stands?',
      fresh: 'Start it afresh, from its very beginning? What it was about is let go; what waits for it stays.',
      rewind: 'Take it back? What came after that step stays in the journal.',
      stop: 'Stop it, and all beneath it, for good?',
      quarantine: 'Set it aside as not to be trusted? It does nothing until it is released.',
    },
    again: sources => `Will run again: ${sources}`,
    notAgain: source => `Will not run again: ${source}; its outcome becomes unknown, and you are asked.`,
    nothingUnderWay: 'Nothing is under way, so nothing runs again.',
    letsGo: {
      message: text => `Will be let go: your message “${text.slice(0, 80)}”`,
      unbegun: what => `Will not run: ${what}`,
      cut: what => `Will be cut short, and may have happened: ${what}`,
      questions: count => `Will be withdrawn: ${count === 1 ? '1 question' : `${count} questions`} waiting for you`,
    },
    asked: 'Nothing is done yet.',
    done: 'Done.',
    notDone: why => `Not done: ${why}`,
    choices: {
      retry: 'Try again',
      restart: 'Restart where it stands',
      fresh: 'Start afresh',
      cancel: 'Cancel what runs',
      stop: 'Stop it',
      release: 'Release it',
      leave: 'Leave it as it is',
      go: 'Go on',
    },
    chosen: choice => `Taken: ${choice}.`,
    over: 'This is answered already, or has passed. The button does nothing any more.',
  },
  de: {
    none: 'Alles ruht, und nichts braucht dich.',
    some: count => (count === 1 ? 'Ein Akteur ruht nicht:' : `${count} Akteure ruhen nicht:`),
    more: count => `… und ${count} weitere; straylight actors list nennt alle`,
    gone: 'Nichts getan: Diesen Akteur gibt es nicht mehr.',
    unknown: id => `Es gibt keinen Akteur ${id}. /actors nennt die, die nicht ruhen.`,
    usage:
      'Sag, welchen: /actor NAME, wie /actors sie nennt. /actor NAME rewind N führt ihn zu seinem Schritt N zurück.',
    state: (leaf, time, status) => `${leaf} seit ${time}, ${status}`,
    machine: (machine, incarnation, step, queued) =>
      `${machine}, Leben ${incarnation}, Schritt ${step}, ${queued} in der Schlange`,
    needs: 'Braucht dich',
    steps: 'Letzte Schritte',
    look: 'Neu ansehen',
    back: 'Zurück',
    acts: {
      suspend: 'Anhalten',
      resume: 'Fortsetzen',
      retry: 'Aufgehobenes nochmals',
      restart: 'Neu starten',
      fresh: 'Von vorn',
      rewind: 'Zurückführen',
      stop: 'Beenden',
      quarantine: 'Beiseitelegen',
      release: 'Freigeben',
    },
    yes: (act, step) =>
      ({ restart: 'Ja: neu starten', fresh: 'Ja: von vorn', stop: 'Ja: beenden', quarantine: 'Ja: beiseitelegen' })[
        act as string
      ] ?? `Ja: zurück zu Schritt ${step ?? ''}`,
    sure: {
      restart: 'Von da an neu starten, wo er steht?',
      fresh: 'Ganz von vorn beginnen? Was er vorhatte, wird fallen gelassen; was auf ihn wartet, bleibt.',
      rewind: 'Zurückführen? Was nach diesem Schritt kam, bleibt im Journal.',
      stop: 'Endgültig beenden, mit allem darunter?',
      quarantine: 'Als nicht vertrauenswürdig beiseitelegen? Er tut nichts, bis er freigegeben wird.',
    },
    again: sources => `Läuft noch einmal: ${sources}`,
    notAgain: source => `Läuft nicht noch einmal: ${source}; der Ausgang wird unbekannt, und du wirst gefragt.`,
    nothingUnderWay: 'Es läuft gerade nichts, also läuft auch nichts noch einmal.',
    letsGo: {
      message: text => `Wird fallen gelassen: deine Nachricht „${text.slice(0, 80)}“`,
      unbegun: what => `Läuft nicht: ${what}`,
      cut: what => `Wird abgebrochen und ist vielleicht geschehen: ${what}`,
      questions: count => `Wird zurückgezogen: ${count === 1 ? '1 Frage' : `${count} Fragen`} an dich`,
    },
    asked: 'Noch ist nichts getan.',
    done: 'Getan.',
    notDone: why => `Nicht getan: ${why}`,
    choices: {
      retry: 'Noch einmal versuchen',
      restart: 'Neu starten, wo es steht',
      fresh: 'Von vorn beginnen',
      cancel: 'Abbrechen, was läuft',
      stop: 'Beenden',
      release: 'Freigeben',
      leave: 'So lassen',
      go: 'Weiter',
    },
    chosen: choice => `Angenommen: ${choice}.`,
    over: 'Das ist schon beantwortet oder hat sich erledigt. Der Knopf bewirkt nichts mehr.',
  },
};
