/** What the questions of the supervisor, and those of the agent with answers to tap, say in Telegram. */

import { catalog, type Language } from '../../../../domain/text/catalog.ts';

export interface QuestionTexts {
  /** What a tap on a button comes to. */
  readonly chosen: (choice: string) => string;
  readonly over: string;
  readonly sending: string;
}

export const questionTexts: Readonly<Record<Language, QuestionTexts>> = catalog(
  'adapters/channels/telegram/cards/question-texts',
  {
    en: {
      chosen: choice => `Chosen: ${choice}.`,
      over: 'Already answered or no longer needed.',
      sending: 'Not taken: this message is still being sent. Tap again in a moment.',
    },
    de: {
      chosen: choice => `Gewählt: ${choice}.`,
      over: 'Schon beantwortet oder erledigt.',
      sending: 'Nicht übernommen: Diese Nachricht wird noch gesendet. Bitte gleich noch einmal tippen.',
    },
  },
);
