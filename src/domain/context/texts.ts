/** What the owner reads of summaries. */
import { catalog } from '../text/catalog.ts';

const en = {
  compacted: (messages: number) =>
    `(${messages === 1 ? 'One earlier message is' : `${messages} earlier messages are`} summarised from here on, so that the conversation fits. Nothing is deleted; /compact undo brings them back.)`,
  nothing: '(There is nothing to summarise: the newest ten messages always stay as they are.)',
  failed: (why: string) => `(The conversation was not summarised, and nothing has changed: ${why})`,
};

const de: typeof en = {
  compacted: messages =>
    `(${messages === 1 ? 'Eine frühere Nachricht ist' : `${messages} frühere Nachrichten sind`} ab hier zusammengefasst, damit das Gespräch passt. Nichts ist gelöscht; /compact undo holt sie zurück.)`,
  nothing: '(Es gibt nichts zusammenzufassen: Die neuesten zehn Nachrichten bleiben immer, wie sie sind.)',
  failed: why => `(Das Gespräch wurde nicht zusammengefasst, und nichts hat sich geändert: ${why})`,
};

export const contextTexts = catalog('domain/context/texts', { en, de });
