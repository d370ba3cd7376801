/** What is said of conversations, in each language the agent speaks. */
import { trustRisk } from '../../domain/policy/trust.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';

const en = {
  ofChat: 'Conversations of this chat',
  /** `how`: what goes to one of them. */
  others: (how: string) => `Other conversations, with ${how}:`,
  nothingSaid: '(no messages yet)',
  current: 'you are here',
  open: (name: string) => `Open ${name}`,
  begin: 'New conversation',
  began: (number: number, typed: (words: string) => string) =>
    `New conversation, number ${number}. What was said before is kept: ${typed('sessions')} lists all, ${typed('session N')} goes back to one.`,
  numbered: (number: number) => `conversation ${number}`,
  switched: (where: string, title: string) => `Switched to ${where}${title === '' ? '' : `: ${title}`}`,
  noConversation: (name: string | number, list: string) =>
    `there is no conversation ${name}${typeof name === 'number' ? ' here' : ''}; ${list} lists them`,
  verboseOn: (off: string) => `Replies in this conversation now show the steps of their turn. ${off} hides them.`,
  verboseOff: (on: string) => `Replies in this conversation no longer show their steps. ${on} shows them.`,
  yes: 'yes',
  trust: 'Trust these texts',
  trustedAgain: 'You trust these texts now. Text that comes from outside later is judged on its own.',
  trustedAlready: 'There is nothing to trust: no text from outside counts here.',
  howToTrust: (typed: string) => `${typed} ends this now.`,
  trusted: 'No text from outside counts here.',
  trustedBefore: (time: string) => `You trusted what it held ${time}.`,
  /** What asks first: what follows from text that has come since the owner's newest message. */
  untrusted:
    'Text from outside has come since your last message. What follows from it asks first; your next message ends that.',
  /** What asks first: what repeats text that came before. */
  repeated: 'Text from outside came earlier. Only a call that repeats it asks first.',
  newest: (shown: number, count: number) => `The newest ${shown} of ${count} texts from outside:`,
  fromMemory: 'It came with a picture, a memory or the description of a tool, and comes back with that.',
  risk: trustRisk,
  /** Where a text came from, where it has no name of its own; what is not listed is shown as it is. */
  sources: {
    'an earlier message with outside text, which you answered':
      'an earlier message with outside text, which you answered',
    'a forwarded message': 'a forwarded message',
    'an earlier message, which you answered': 'an earlier message, which you answered',
    'a late result': 'a late result',
    'a summary of earlier messages': 'a summary of earlier messages',
    'a picture, memory or tool description': 'a picture, memory or tool description',
    'a picture, or earlier text that the reply repeats': 'a picture, or earlier text that the reply repeats',
    'a message that was forwarded or is not yours': 'a message that was forwarded or is not yours',
    web_fetch: 'a web page',
    web_request: 'an answer from the web',
    browser: 'a page in the browser',
    execute_command: 'the output of a command',
    read_file: 'a file',
    search_files: 'a search in files',
  } as Readonly<Record<string, string | undefined>>,
  none: 'No conversations.',
  howToRead: (show: string, chat: string) => `"${show}" reads one; "${chat}" goes on in terminal:NAME.`,
  pinned: '(pinned) ',
  ofAgent: (agent: string) => `agent ${agent}`,
  notFound: 'Nothing was found.',
  partlyFound: 'No message holds all of these words. With some of them:',
  nothingThere: 'Nothing was said there.',
  speakers: { owner: 'You', assistant: 'Agent', notice: 'Notice' } as Readonly<Record<string, string>>,
};

/** What is said of conversations. */
export type SessionTexts = typeof en;

const de: SessionTexts = {
  ofChat: 'Gespräche in diesem Chat',
  others: how => `Andere Gespräche, mit ${how}:`,
  nothingSaid: '(noch keine Nachrichten)',
  current: 'hier bist du',
  open: name => `${name} öffnen`,
  begin: 'Neues Gespräch',
  began: (number, typed) =>
    `Neues Gespräch, Nummer ${number}. Was vorher gesagt wurde, bleibt: ${typed('sessions')} zeigt alle, ${typed('session N')} geht zu einem zurück.`,
  numbered: number => `Gespräch ${number}`,
  switched: (where, title) => `Gewechselt zu ${where}${title === '' ? '' : `: ${title}`}`,
  noConversation: (name, list) =>
    `Es gibt ${typeof name === 'number' ? 'hier ' : ''}kein Gespräch ${name}; ${list} zeigt alle.`,
  verboseOn: off => `Antworten in diesem Gespräch zeigen jetzt die Schritte ihrer Runde. ${off} verbirgt sie.`,
  verboseOff: on => `Antworten in diesem Gespräch zeigen ihre Schritte nicht mehr. ${on} zeigt sie.`,
  yes: 'ja',
  trust: 'Diesen Texten vertrauen',
  trustedAgain: 'Diesen Texten vertraust du jetzt. Was später von außen kommt, wird für sich beurteilt.',
  trustedAlready: 'Hier ist nichts zu tun: Kein Text von außen zählt.',
  howToTrust: typed => `${typed} beendet das sofort.`,
  trusted: 'Hier zählt kein Text von außen.',
  trustedBefore: time => `Seinem Inhalt hast du ${time} vertraut.`,
  untrusted:
    'Seit deiner letzten Nachricht kam Text von außen. Was daraus folgt, fragt erst; deine nächste Nachricht beendet das.',
  repeated: 'Früher kam Text von außen. Nur ein Aufruf, der ihn wiederholt, fragt erst.',
  newest: (shown, count) => `Die neuesten ${shown} von ${count} Texten von außen:`,
  fromMemory: 'Er kam mit einem Bild, einer Erinnerung oder der Beschreibung eines Werkzeugs und kommt damit wieder.',
  risk: 'Aufrufe, die wegen dieser Texte erst fragen, laufen dann vielleicht, ohne zu fragen. Tu es nur, wenn du sie kennst: Einer kann den Agenten anweisen, gegen dich zu handeln.',
  sources: {
    web_fetch: 'eine Webseite',
    web_request: 'eine Antwort aus dem Netz',
    browser: 'eine Seite im Browser',
    execute_command: 'die Ausgabe eines Befehls',
    read_file: 'eine Datei',
    search_files: 'eine Suche in Dateien',
    'an earlier message with outside text, which you answered':
      'eine frühere Nachricht mit Text von außen, auf die du geantwortet hast',
    'a forwarded message': 'eine weitergeleitete Nachricht',
    'an earlier message, which you answered': 'eine frühere Nachricht, auf die du geantwortet hast',
    'a late result': 'ein spätes Ergebnis',
    'a summary of earlier messages': 'eine Zusammenfassung früherer Nachrichten',
    'a picture, memory or tool description': 'ein Bild, eine Erinnerung oder die Beschreibung eines Werkzeugs',
    'a picture, or earlier text that the reply repeats': 'ein Bild, oder früherer Text, den die Antwort wiederholt',
    'a message that was forwarded or is not yours': 'eine Nachricht, die weitergeleitet wurde oder nicht von dir ist',
  },
  none: 'Keine Gespräche.',
  howToRead: (show, chat) => `„${show}“ zeigt eines; „${chat}“ geht in terminal:NAME weiter.`,
  pinned: '(angeheftet) ',
  ofAgent: agent => `Agent ${agent}`,
  notFound: 'Nichts gefunden.',
  partlyFound: 'Keine Nachricht enthält alle diese Wörter. Mit einigen davon:',
  nothingThere: 'Dort wurde nichts gesagt.',
  speakers: { owner: 'Du', assistant: 'Agent', notice: 'Hinweis' },
};

export const sessionTexts: Readonly<Record<Language, SessionTexts>> = catalog('api/views/session-texts', { en, de });
