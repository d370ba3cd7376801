/** What stands under and beside any view in Telegram, whatever it is a view of. */
import { catalog } from '../../../../domain/text/catalog.ts';
import type { Language } from '../../../../domain/text/texts.ts';

export interface ViewTexts {
  /** The buttons of every page. */
  readonly look: string;
  readonly more: string;
  readonly first: string;
  readonly back: string;
  /** So many entries stand above, and below. */
  readonly left: (before: number, after: number) => string;
  /** What a typed command asks about is done by this. */
  readonly yes: string;
  readonly done: string;
  /** The message is too old for its button; `command` shows what it was under. */
  readonly again: (command: string) => string;
  readonly notDone: (why: string) => string;
}

export const viewTexts: Readonly<Record<Language, ViewTexts>> = catalog('adapters/channels/telegram/views/texts', {
  en: {
    look: 'Look again',
    more: 'More',
    first: 'From the start',
    back: 'Back',
    left: (before, after) =>
      [...(before > 0 ? [`${before} before`] : []), ...(after > 0 ? [`${after} more`] : [])].join(', '),
    yes: 'Yes, do it',
    done: 'Done.',
    again: command => `Not done. This button is too old. Open the list again with ${command}.`,
    notDone: why => `Not done: ${why}`,
  },
  de: {
    look: 'Neu laden',
    more: 'Weitere',
    first: 'Von vorn',
    back: 'Zurück',
    left: (before, after) =>
      [...(before > 0 ? [`${before} davor`] : []), ...(after > 0 ? [`${after} weitere`] : [])].join(', '),
    yes: 'Ja, ausführen',
    done: 'Erledigt.',
    again: command => `Nicht ausgeführt. Dieser Knopf ist zu alt. Öffne die Liste neu mit ${command}.`,
    notDone: why => `Nicht ausgeführt: ${why}`,
  },
});
