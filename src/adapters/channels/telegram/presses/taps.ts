/** Answers to taps, and what is shown after one: a courtesy, of which the log says where it failed. */
import { toFailure } from '../../../../domain/supervision/failure.ts';
import type { Answer } from '../cards/answers.ts';
import type { TelegramClient } from '../client.ts';
import type { TelegramLog } from '../log.ts';

export interface Taps {
  /** Answers a tap: a line that passes, or a dialogue. Never rejects. */
  answer(queryId: string, answer: Answer, signal: AbortSignal): Promise<void>;
  /** Nobody waits for `act`: a failure is logged as `problem`, and the owner can tap again. */
  attempt(problem: string, act: () => Promise<unknown>): Promise<void>;
}

/** Telegram shows so many characters in an answer to a press, and refuses more. */
const mostAnswer = 200;

export function taps(client: TelegramClient, log: TelegramLog): Taps {
  async function attempt(problem: string, act: () => Promise<unknown>): Promise<void> {
    await act().catch(error => log('warn', problem, { problem: toFailure(error).message }));
  }
  return {
    attempt,
    async answer(queryId, { text, alert }, signal) {
      const answer = { text: clipped(text, mostAnswer), show_alert: alert };
      await attempt('a press was not answered', () =>
        client.call('answerCallbackQuery', 'again', signal, (api, native) =>
          api.answerCallbackQuery(queryId, answer, native),
        ),
      );
    },
  };
}

function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
