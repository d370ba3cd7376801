/** What the slash commands of chats say of a chat itself, in each language the agent speaks. */

import type { Side } from '../../domain/models/route.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';

const en = {
  only: (side: Side) =>
    `Write your message behind it, as in "/${side} what is a monad?": only ${side === 'local' ? 'a model on your machine' : 'a hosted model'} answers that message.`,
  running: (time: string, version: string) => `Running for ${time}, version ${version}`,
  commands: (names: string) => `Commands: ${names}. Any other line is a message to the agent.`,
  notRunning: 'Not running; "straylight start" starts it. What is stored:',
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
  only: side =>
    `Schreib deine Nachricht dahinter, etwa „/${side} was ist eine Monade?“: Nur ${side === 'local' ? 'ein Modell auf deinem Rechner' : 'ein gehostetes Modell'} antwortet auf diese Nachricht.`,
  running: (time, version) => `Läuft seit ${time}, Version ${version}`,
  commands: names => `Befehle: ${names}. Jede andere Zeile ist eine Nachricht an den Agenten.`,
  notRunning: 'Läuft nicht; „straylight start“ startet es. Was gespeichert ist:',
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
