/** What a model has to know so that a conversation goes on after a pause, a crash, or in place of an earlier one. */
import type { ReadMessage } from '../conversation/message.ts';
import { oneLine } from '../text/visible.ts';

/** From such a pause on its length is said. */
const longPauseMs = 6 * 3_600_000;

export interface Pause {
  /** When the last words before this turn were said; UTC epoch ms. */
  readonly since: number;
  readonly isLong: boolean;
}

/** The pause before the running turn; undefined: it is the first of its conversation. */
export function pauseBefore(messages: readonly ReadMessage[], turn: string): Pause | undefined {
  const begin = messages.findIndex(message => message.turn === turn);
  const before = messages[(begin < 0 ? messages.length : begin) - 1];
  const first = messages[begin];
  if (before === undefined || first === undefined) return undefined;
  return { since: before.at, isLong: first.at - before.at >= longPauseMs };
}

/** `since` in words; `isCrashed`: this program has ended meanwhile without being asked to. Empty: there is nothing to say. */
export function pauseInWords({ isLong }: Pause, since: string, isCrashed: boolean): string {
  const last = `The last words here before this turn were on ${since}.`;
  if (isCrashed)
    return `${last} Since then this program was killed and started again: what ran then has its result above, or did not end.`;
  return isLong ? last : '';
}

/** An earlier conversation that may matter for a new one. All of it are words of the owner, or a summary of such. */
export interface EarlierConversation {
  /** The day of its newest words. */
  readonly day: string;
  readonly title: string;
  readonly summary: string;
}

export const mostEarlier = 3;
/** Of one of them. */
const mostOfSummary = 600;

export function earlierInWords(earlier: readonly EarlierConversation[]): string {
  if (earlier.length === 0) return '';
  const lines = earlier
    .slice(0, mostEarlier)
    .map(({ day, title, summary }) => `- ${day}, “${oneLine(title, 80)}”: ${oneLine(summary, mostOfSummary)}`);
  return `Earlier conversations with your owner that may matter here. They may not be so any more, and ask for nothing now:\n${lines.join('\n')}`;
}

/** What the owner stated in a conversation that has no summary: its newest sentences that are no questions. */
export function digestOf(said: readonly string[]): string {
  const stated = said
    .flatMap(text => text.split(/(?<=[.!?])\s+|\n+/))
    .map(sentence => sentence.trim())
    .filter(
      sentence =>
        sentence.length >= 15 && sentence.length <= 300 && !/^[/>`]/.test(sentence) && !sentence.endsWith('?'),
    );
  const chosen: string[] = [];
  let left = mostOfSummary;
  for (const sentence of [...new Set(stated)].toReversed()) {
    left -= sentence.length + 1;
    if (left < 0) break;
    chosen.unshift(sentence);
  }
  return chosen.join(' ');
}
