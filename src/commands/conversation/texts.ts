/** What the slash commands of chats say of a chat itself, in each language the agent speaks. */

import type { Side } from '../../domain/models/route.ts';
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
  channelStates: {
    online: 'online',
    connecting: 'connecting',
    backingOff: 'backingOff',
    conflict: 'conflict',
    stopped: 'stopped',
  } as Readonly<Record<string, string | undefined>>,
  /** As whom a channel is online; what is not listed is shown as it is. */
  identities: { 'this computer': 'this computer' } as Readonly<Record<string, string | undefined>>,
  /** So many messages could not be sent yet; `since`: from when, in words, or empty. */
  unsent: (count: number, since: string) => `${count} waiting${since === '' ? '' : ` since ${since}`}`,
  actors: ({ active, suspended, quarantined }: Health['actors']) =>
    `Actors: ${active} active, ${suspended} suspended, ${quarantined} quarantined`,
  paused: (name: string) => `Paused after repeated errors: ${name}`,
  again: (time: string) => `, tried again ${time}`,
  nextTests: ', the next call tests it',
  /** What a circuit breaker is of. */
  kindOf: { model: 'model', tool: 'tool', channel: 'channel' } as Readonly<Record<string, string>>,
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
  nothingWaits: 'Nothing needs your answer.',
  waitsForYou: 'Waiting for you:',
  /** Kinds of what waits; what is not listed is shown as it is. */
  needs: {
    approval: 'approval',
    question: 'question',
    incident: 'incident',
    account: 'account',
    stuck: 'stuck',
    suspended: 'suspended',
  } as Readonly<Record<string, string | undefined>>,
  since: (time: string) => `for ${time}`,
  problems: (count: number) => `Problems waiting for your choice: ${count}`,
  pending: (approvals: number, letters: number) => `Pending approvals: ${approvals}; dead letters: ${letters}`,
  only: (side: Side) =>
    `Write your message behind it, as in "/${side} what is a monad?": only ${side === 'local' ? 'a model on your machine' : 'a hosted model'} answers that message.`,
  running: (time: string, version: string) => `Running for ${time}, version ${version}`,
  commands: (names: string) => `Commands: ${names}. Any other line is a message to the agent.`,
  notRunning: 'Not running; "straylight start" starts it. What is stored:',
  stoppedState: 'not running',
  home: 'Home',
  addYes: 'Nothing was done. To trust these texts, add --yes.',
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
  nothingWaits: 'Nichts braucht deine Antwort.',
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
  only: side =>
    `Schreib deine Nachricht dahinter, etwa „/${side} was ist eine Monade?“: Nur ${side === 'local' ? 'ein Modell auf deinem Rechner' : 'ein gehostetes Modell'} antwortet auf diese Nachricht.`,
  running: (time, version) => `Läuft seit ${time}, Version ${version}`,
  commands: names => `Befehle: ${names}. Jede andere Zeile ist eine Nachricht an den Agenten.`,
  notRunning: 'Läuft nicht; „straylight start“ startet es. Was gespeichert ist:',
  stoppedState: 'läuft nicht',
  home: 'Datenordner',
  addYes: 'Nichts wurde getan. Um diesen Texten zu vertrauen, --yes anfügen.',
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
