/** What the slash commands of chats say of a chat itself, in each language the agent speaks. */

import type { Side } from '../../domain/models/route.ts';
import { trustRisk } from '../../domain/policy/trust.ts';
import type { Health } from '../../domain/supervision/view.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';

type By<Key extends string> = Readonly<Record<Key, string>>;

const en = {
  states: { ok: 'ok', degraded: 'degraded', stopping: 'stopping' } as By<Health['status']>,
  needsYou: 'needs you',
  modelSilent: 'a model does not respond',
  version: (version: string) => `version ${version}`,
  model: 'Model',
  /** The model of one conversation, where all others have another. */
  modelHere: (model: string, others: string) => `${model} (in this conversation; otherwise ${others})`,
  executor: 'Executor',
  channels: 'Channels',
  /** Of channels; what is not listed is shown as it is. */
  channelStates: {} as Readonly<Record<string, string | undefined>>,
  /** As whom a channel is online; what is not listed is shown as it is. */
  identities: {} as Readonly<Record<string, string | undefined>>,
  /** So many messages could not be sent yet; `since`: from when, in words, or empty. */
  unsent: (count: number, since: string) => `${count} waiting${since === '' ? '' : ` since ${since}`}`,
  actors: ({ active, suspended, quarantined }: Health['actors']) =>
    `Actors: ${active} active, ${suspended} suspended, ${quarantined} quarantined`,
  paused: (name: string) => `Paused after repeated errors: ${name}`,
  again: (time: string) => `, tried again ${time}`,
  nextTests: ', the next call tests it',
  /** What a circuit breaker is of. */
  kindOf: {} as Readonly<Record<string, string>>,
  failedBefore: (time: string, name: string) => `Failed ${time}: ${name}`,
  howToCheck: '"straylight doctor" checks it',
  /** Of a model that has failed. */
  notDefault: 'it is asked only where your settings or a conversation name it, so otherwise there is nothing to do',
  waitsForModel: (why: string) => `Waiting for its model: ${why}`,
  distrusted: (source: string) => `This turn has read untrusted content from: ${source}`,
  /** The rows of `/status` in the terminal. */
  state: 'State',
  actorsLabel: 'Actors',
  active: (count: number) => `${count} active`,
  suspended: (count: number) => `${count} suspended`,
  quarantined: (count: number) => `${count} quarantined`,
  deadLetters: 'Dead letters',
  failedEvents: (count: number) => `${count}: events that failed repeatedly`,
  recovered: 'Recovered',
  waitsIn: (place: string, why: string) => `Waiting for its model: ${place}: ${why}`,
  distrustedIn: (place: string, source: string) => `Its turn has read untrusted content: ${place}, from: ${source}`,
  nothingWaits: 'Nothing is waiting for you.',
  waitsForYou: 'Waiting for you:',
  /** Kinds of what waits; what is not listed is shown as it is. */
  needs: {} as Readonly<Record<string, string | undefined>>,
  since: (time: string) => `for ${time}`,
  problems: (count: number) => `Problems waiting for your choice: ${count}`,
  pending: (approvals: number, letters: number) => `Pending approvals: ${approvals}; dead letters: ${letters}`,
  verboseOn: 'Replies in this conversation now show the steps of their turn. /verbose off hides them.',
  verboseOff: 'Replies in this conversation no longer show their steps. /verbose on shows them.',
  verboseTakes: (got: string) => `expected "/verbose", "/verbose on" or "/verbose off", got "${got}"`,
  only: (side: Side) =>
    `Write your message behind it, as in "/${side} what is a monad?": only ${side === 'local' ? 'a model on your machine' : 'a hosted model'} answers that message.`,
  began: (number: number) => `New conversation, number ${number}. /sessions lists all; /session N switches to one.`,
  switched: (number: number, title: string) => `Switched to conversation ${number}${title === '' ? '' : `: ${title}`}`,
  switchedTo: (name: string) => `Switched to ${name}`,
  wantsNumber: (got: string) =>
    `expected the number of a conversation, as in "/session 2", got "${got}"; /sessions lists them`,
  noConversation: (name: string) => `there is no conversation ${name}; /sessions lists them`,
  noNumber: (number: number, newest: number) =>
    `there is no conversation ${number} here; ${newest === 1 ? 'there is only 1' : `there are 1 to ${newest}`}`,
  others: 'Other conversations, with /session NAME:',
  nothingSaid: '(no messages yet)',
  trustTakes: (got: string) => `expected "/trust" or "/trust yes", got "${got}"`,
  trustedAgain: 'You trust these texts now. Text that comes from outside later is judged on its own.',
  trustedAlready: 'There is nothing to trust: no text from outside counts here.',
  howToTrust: '/trust yes ends this now.',
  trusted: 'No text from outside counts here.',
  trustedBefore: (time: string) => `You trusted what it held ${time}.`,
  /** What asks first: what follows from text that has come since the owner's newest message. */
  untrusted:
    'Text from outside has come since your last message. What follows from it asks first; your next message ends that.',
  /** What asks first: what repeats text that came before. */
  repeated: 'Text from outside came earlier. Only a call that repeats it asks first.',
  newestTexts: (shown: number, count: number) => `The newest ${shown} of ${count} texts from outside:`,
  fromMemory: 'It came with a picture, a memory or the description of a tool, and comes back with that.',
  trustRisk,
  /** Where a text came from, where it has no name of its own; what is not listed is shown as it is. */
  trustSources: {} as Readonly<Record<string, string | undefined>>,
  running: (time: string, version: string) => `Running for ${time}, version ${version}`,
  commands: (names: string) => `Commands: ${names}. Any other line is a message to the agent.`,
  notRunning: 'Not running; "straylight start" starts it. What is stored:',
  stoppedState: 'not running',
  home: 'Home',
  addYes: 'Nothing was done. To trust these texts, add --yes.',
  noConversations: 'No conversations.',
  howToRead: '"straylight sessions show ID" reads one; "straylight chat --session NAME" goes on in terminal:NAME.',
  pinned: '(pinned) ',
  notFound: 'Nothing was found.',
  partlyFound: 'No message holds all of these words. With some of them:',
  nothingThere: 'Nothing was said there.',
  speakers: { owner: 'You', assistant: 'Agent', notice: 'Notice' } as Readonly<Record<string, string>>,
  stopped: 'Stopped.',
  nothingRuns: 'Nothing was running.',
  noPending: 'No pending approvals.',
  onPage: 'Pending; the Approvals screen shows their cards:',
  /** `near`: the one that was probably meant. */
  unknown: (name: string, near: string | undefined) =>
    `Unknown command /${name}.${near === undefined ? '' : ` Did you mean /${near}?`} /help lists all commands.`,
};

/** What a chat says of itself. */
export type ChatTexts = typeof en;

const de: ChatTexts = {
  states: { ok: 'in Ordnung', degraded: 'eingeschränkt', stopping: 'hält gerade an' },
  needsYou: 'braucht dich',
  modelSilent: 'ein Modell antwortet nicht',
  version: version => `Version ${version}`,
  model: 'Modell',
  modelHere: (model, others) => `${model} (in diesem Gespräch; sonst ${others})`,
  executor: 'Ausführung',
  channels: 'Kanäle',
  channelStates: {
    online: 'verbunden',
    connecting: 'verbindet sich',
    backingOff: 'wartet auf den nächsten Versuch',
    conflict: 'von einem anderen Programm belegt',
    stopped: 'angehalten',
  },
  identities: { 'this computer': 'dieser Rechner' },
  unsent: (count, since) => `${count} noch nicht gesendet${since === '' ? '' : ` seit ${since}`}`,
  actors: ({ active, suspended, quarantined }) =>
    `Akteure: ${active} aktiv, ${suspended} ausgesetzt, ${quarantined} in Quarantäne`,
  paused: name => `Pausiert nach mehreren Fehlern: ${name}`,
  again: time => `, nächster Versuch ${time}`,
  nextTests: ', der nächste Aufruf ist der Versuch',
  kindOf: { model: 'Modell', tool: 'Werkzeug', channel: 'Kanal' },
  failedBefore: (time, name) => `Fehlgeschlagen ${time}: ${name}`,
  howToCheck: '"straylight doctor" prüft es',
  notDefault: 'es wird nur gefragt, wo deine Einstellungen oder ein Gespräch es nennen; sonst ist nichts zu tun',
  waitsForModel: why => `Wartet auf sein Modell: ${why}`,
  distrusted: source => `Diese Runde hat Ungeprüftes gelesen, aus: ${source}`,
  state: 'Stand',
  actorsLabel: 'Akteure',
  active: count => `${count} aktiv`,
  suspended: count => `${count} ausgesetzt`,
  quarantined: count => `${count} in Quarantäne`,
  deadLetters: 'Unzustellbar',
  failedEvents: count => `${count}: Ereignisse, die mehrmals fehlschlugen`,
  recovered: 'Zurückgeholt',
  waitsIn: (place, why) => `Wartet auf sein Modell: ${place}: ${why}`,
  distrustedIn: (place, source) => `Seine Runde hat Ungeprüftes gelesen: ${place}, aus: ${source}`,
  nothingWaits: 'Nichts wartet auf dich.',
  waitsForYou: 'Wartet auf dich:',
  needs: {
    approval: 'Freigabe',
    question: 'Frage',
    incident: 'Problem',
    account: 'Konto',
    stuck: 'steckt fest:',
    suspended: 'angehalten:',
  },
  since: time => `seit ${time}`,
  problems: count => `Probleme, die auf deine Wahl warten: ${count}`,
  pending: (approvals, letters) => `Offene Freigaben: ${approvals}; unzustellbare Ereignisse: ${letters}`,
  verboseOn: 'Antworten in diesem Gespräch zeigen jetzt die Schritte ihrer Runde. /verbose off verbirgt sie.',
  verboseOff: 'Antworten in diesem Gespräch zeigen ihre Schritte nicht mehr. /verbose on zeigt sie.',
  verboseTakes: got => `Erwartet wird „/verbose“, „/verbose on“ oder „/verbose off“, nicht „${got}“.`,
  only: side =>
    `Schreib deine Nachricht dahinter, etwa „/${side} was ist eine Monade?“: Nur ${side === 'local' ? 'ein Modell auf deinem Rechner' : 'ein gehostetes Modell'} antwortet auf diese Nachricht.`,
  began: number => `Neues Gespräch, Nummer ${number}. /sessions zeigt alle; /session N wechselt zu einem.`,
  switched: (number, title) => `Gewechselt zu Gespräch ${number}${title === '' ? '' : `: ${title}`}`,
  switchedTo: name => `Gewechselt zu ${name}`,
  wantsNumber: got =>
    `Erwartet wird die Nummer eines Gesprächs, etwa „/session 2“, nicht „${got}“; /sessions zeigt alle.`,
  noConversation: name => `Es gibt kein Gespräch ${name}; /sessions zeigt alle.`,
  noNumber: (number, newest) =>
    `Es gibt hier kein Gespräch ${number}, ${newest === 1 ? 'nur das Gespräch 1' : `nur 1 bis ${newest}`}.`,
  others: 'Andere Gespräche, mit /session NAME:',
  nothingSaid: '(noch keine Nachrichten)',
  trustTakes: got => `Erwartet wird „/trust“ oder „/trust ja“, nicht „${got}“.`,
  trustedAgain: 'Diesen Texten vertraust du jetzt. Was später von außen kommt, wird für sich beurteilt.',
  trustedAlready: 'Hier ist nichts zu tun: Kein Text von außen zählt.',
  howToTrust: '/trust ja beendet das sofort.',
  trusted: 'Hier zählt kein Text von außen.',
  trustedBefore: time => `Seinem Inhalt hast du ${time} vertraut.`,
  untrusted:
    'Seit deiner letzten Nachricht kam Text von außen. Was daraus folgt, fragt erst; deine nächste Nachricht beendet das.',
  repeated: 'Früher kam Text von außen. Nur ein Aufruf, der ihn wiederholt, fragt erst.',
  newestTexts: (shown, count) => `Die neuesten ${shown} von ${count} Texten von außen:`,
  fromMemory: 'Er kam mit einem Bild, einer Erinnerung oder der Beschreibung eines Werkzeugs und kommt damit wieder.',
  trustRisk:
    'Aufrufe, die wegen dieser Texte erst fragen, laufen dann vielleicht, ohne zu fragen. Tu es nur, wenn du sie kennst: Einer kann den Agenten anweisen, gegen dich zu handeln.',
  trustSources: {
    'a forwarded message': 'eine weitergeleitete Nachricht',
    'an earlier message, which you answered': 'eine frühere Nachricht, auf die du geantwortet hast',
    'a late result': 'ein spätes Ergebnis',
    'a picture, memory or tool description': 'ein Bild, eine Erinnerung oder die Beschreibung eines Werkzeugs',
    'a picture, or earlier text that the reply repeats': 'ein Bild, oder früherer Text, den die Antwort wiederholt',
    'a message that was forwarded or is not yours': 'eine Nachricht, die weitergeleitet wurde oder nicht von dir ist',
  },
  running: (time, version) => `Läuft seit ${time}, Version ${version}`,
  commands: names => `Befehle: ${names}. Jede andere Zeile ist eine Nachricht an den Agenten.`,
  notRunning: 'Läuft nicht; „straylight start“ startet es. Was gespeichert ist:',
  stoppedState: 'läuft nicht',
  home: 'Datenordner',
  addYes: 'Nichts wurde getan. Um diesen Texten zu vertrauen, --yes anfügen.',
  noConversations: 'Keine Gespräche.',
  howToRead:
    '„straylight sessions show ID“ zeigt eines; „straylight chat --session NAME“ geht in terminal:NAME weiter.',
  pinned: '(angeheftet) ',
  notFound: 'Nichts gefunden.',
  partlyFound: 'Keine Nachricht enthält alle diese Wörter. Mit einigen davon:',
  nothingThere: 'Dort wurde nichts gesagt.',
  speakers: { owner: 'Du', assistant: 'Agent', notice: 'Hinweis' },
  stopped: 'Angehalten.',
  nothingRuns: 'Hier lief nichts.',
  noPending: 'Keine offenen Freigaben.',
  onPage: 'Offen; die Ansicht „Freigaben“ zeigt ihre Karten:',
  unknown: (name, near) =>
    `Unbekannter Befehl /${name}.${near === undefined ? '' : ` Meinst du /${near}?`} /help zeigt alle Befehle.`,
};

const byLanguage: Readonly<Record<Language, ChatTexts>> = catalog('commands/conversation/texts', { en, de });

/** In the language in which the agent speaks to its owner. */
export function chatTexts(language: Language): ChatTexts {
  return byLanguage[language];
}
