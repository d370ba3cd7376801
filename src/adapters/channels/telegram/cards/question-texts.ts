/** What the questions of the supervisor, and those of the agent with answers to tap, say in Telegram. */

import type { Choice } from '../../../../domain/supervision/remediation.ts';
import { catalog, type Language } from '../../../../domain/text/catalog.ts';

export interface QuestionTexts {
  /** The buttons of an incident, and what a tap on one of them comes to. */
  readonly choices: Readonly<Record<Choice, string>>;
  readonly chosen: (choice: string) => string;
  readonly over: string;
  readonly sending: string;
}

export const questionTexts: Readonly<Record<Language, QuestionTexts>> = catalog(
  'adapters/channels/telegram/cards/question-texts',
  {
    en: {
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
  },
);
