/** What the house itself says to its owner, in each language it speaks. One table, so that no sentence is missing in one. */
import type { Failure } from './failure.ts';

export type Language = 'en' | 'de';

const en = {
  modelDown: (failure: Failure) =>
    `I could not reach the model: ${failure.message}. Your message is kept; write again when it is back.`,
  modelFailed: (failure: Failure) => `I could not answer: ${failure.message}`,
  fellBack: (model: string) => `(The model chosen for this was not reachable; ${model} answered.)`,
  empty: 'The model gave an empty answer twice. Nothing was left out by me; please ask again, perhaps in other words.',
  refused: 'The model declined to answer this.',
  cutOff: '[… the model reached its output limit here; ask me to go on.]',
  unconfirmed: (claims: string) => `(Careful: I found no record of this: ${claims})`,
  stopped: (done: readonly string[], cut: readonly string[]) =>
    [
      'Stopped.',
      done.length > 0 ? `Done before that: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Cut short, so part of it may have happened: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Nothing was done.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  doneSoFar: (done: readonly string[]) => `Done so far: ${done.join(', ')}.`,
  stuck: (actor: string) => `${actor} is stuck: nothing will move it. \`straylight actors show ${actor}\` tells more.`,
  limitSteps: (steps: number) => `The limit of ${steps} steps for one turn is reached.`,
  limitCalls: (calls: number) => `The limit of ${calls} tool calls for one turn is reached.`,
  limitErrors: (errors: number) => `${errors} tool calls in a row went wrong.`,
  unknownAct: (what: string) =>
    `I was interrupted while this was under way, so it may or may not have happened: ${what}. I have not repeated it; please check, then tell me what to do.`,
  quarantined: (count: number) =>
    `${count} of my actors could not be loaded and are set aside. \`straylight status\` names them.`,
  buried: (what: string) => `Something could not be handled and is kept aside: ${what}.`,
  channelDown: (name: string, failure: Failure) => `The channel ${name} does not work: ${failure.message}`,
  undelivered: (chat: string, failure: Failure) => `A message for ${chat} could not be delivered: ${failure.message}`,
  toolQuarantined: (name: string, why: string) =>
    `My tool ${name} is set aside after ${why}. \`/tools ${name}\` tells more; I can repair it or take it back to an earlier version.`,
  toolBroken: (name: string, why: string) =>
    `My tool ${name} cannot be used as its files are now: ${why}. Mend them, or \`straylight tools revert ${name}\`.`,
};

const de: typeof en = {
  modelDown: failure =>
    `Ich konnte das Modell nicht erreichen: ${failure.message}. Deine Nachricht ist gespeichert; schreib noch einmal, wenn es wieder da ist.`,
  modelFailed: failure => `Ich konnte nicht antworten: ${failure.message}`,
  fellBack: model => `(Das dafür gewählte Modell war nicht erreichbar; ${model} hat geantwortet.)`,
  empty:
    'Das Modell hat zweimal eine leere Antwort gegeben. Ich habe nichts weggelassen; bitte frag noch einmal, vielleicht mit anderen Worten.',
  refused: 'Das Modell hat die Antwort abgelehnt.',
  cutOff: '[… hier war die Ausgabegrenze des Modells erreicht; bitte mich, fortzufahren.]',
  unconfirmed: claims => `(Vorsicht: Hierfür habe ich keinen Beleg gefunden: ${claims})`,
  stopped: (done, cut) =>
    [
      'Angehalten.',
      done.length > 0 ? `Vorher erledigt: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Abgebrochen, also vielleicht zum Teil geschehen: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Es wurde nichts getan.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  doneSoFar: done => `Bis dahin erledigt: ${done.join(', ')}.`,
  stuck: actor => `${actor} steckt fest: Nichts bewegt ihn mehr. \`straylight actors show ${actor}\` sagt mehr.`,
  limitSteps: steps => `Die Grenze von ${steps} Schritten je Anfrage ist erreicht.`,
  limitCalls: calls => `Die Grenze von ${calls} Werkzeugaufrufen je Anfrage ist erreicht.`,
  limitErrors: errors => `${errors} Werkzeugaufrufe nacheinander sind fehlgeschlagen.`,
  unknownAct: what =>
    `Ich wurde dabei unterbrochen, daher ist es vielleicht geschehen, vielleicht nicht: ${what}. Ich habe es nicht wiederholt; bitte sieh nach und sag mir, was ich tun soll.`,
  quarantined: count =>
    `${count} meiner Akteure konnten nicht geladen werden und sind beiseitegelegt. \`straylight status\` nennt sie.`,
  buried: what => `Etwas konnte nicht verarbeitet werden und ist aufgehoben: ${what}.`,
  channelDown: (name, failure) => `Der Kanal ${name} funktioniert nicht: ${failure.message}`,
  undelivered: (chat, failure) => `Eine Nachricht an ${chat} konnte nicht zugestellt werden: ${failure.message}`,
  toolQuarantined: (name, why) =>
    `Mein Werkzeug ${name} ist beiseitegelegt: ${why}. \`/tools ${name}\` sagt mehr; ich kann es reparieren oder auf eine frühere Fassung zurücksetzen.`,
  toolBroken: (name, why) =>
    `Mein Werkzeug ${name} lässt sich mit seinen jetzigen Dateien nicht benutzen: ${why}. Bitte berichtige sie, oder \`straylight tools revert ${name}\`.`,
};

/** The texts of one language. */
export function texts(language: Language): typeof en {
  return language === 'de' ? de : en;
}

/** What the house tells a model; models read English. */
export const modelTexts = {
  waiting: (tool: string) =>
    `Not run yet: ${tool} needs the owner's approval, which has been asked for. Tell the owner that it is waiting, and go on with what does not depend on it. The result will come later.`,
  denied: (reason: string | undefined) =>
    `The owner denied this${reason ? ` and said: ${reason}` : ''}. It was not run. Do not ask for it again without new words from the owner.`,
  expired: 'Nobody answered the approval in time. It was not run.',
  undelivered: 'The approval could not be put before the owner. It was not run.',
  refused: (reasons: readonly string[]) => `This is not allowed: ${reasons.join('; ')}. It was not run.`,
  cancelled: 'This was cancelled before it ended.',
  unknown: (message: string) =>
    `Nobody knows whether this happened: ${message}. It was not repeated. Say so to the owner and let the owner decide.`,
  late: (tool: string, outcome: string, intent = '') =>
    `A result that was waited for has come (${tool}, ${outcome}): ${intent.replaceAll('\n', ' ')}`.trim(),
  correction: 'The owner has corrected an earlier message; it now reads:',
  limit: (why: string) =>
    `${why} No further tools can be used in this turn. Tell the owner what is done and what is not.`,
  empty: 'Your last reply was empty. Answer the owner in words.',
  claims: (lines: readonly string[]) =>
    `Your reply says that something was done for which there is no record in this turn:\n${lines.join('\n')}\nEither do it now with the tool, or answer again without saying that it was done.`,
};
