/** What the owner is told of a decision: as Straylight answered it, neither more nor less. */
import type { DecisionAnswer } from '../../../../domain/approvals/card.ts';
import type { TelegramTexts } from '../texts.ts';

export interface Answer {
  readonly text: string;
  /** Shown as a dialogue, not as a passing line: the owner expected something else. */
  readonly alert: boolean;
}

/** The answer of Straylight in the channel's words. */
export function answerTo(answer: DecisionAnswer, texts: TelegramTexts, now: number): Answer {
  if (answer.ok) {
    if (answer.state === 'granted' && answer.undoUntil !== undefined && answer.undoUntil > now)
      return { text: texts.answers.grantedFor(Math.ceil((answer.undoUntil - now) / 1000)), alert: false };
    // nobody edits a call in a chat
    return { text: texts.answers[answer.state === 'edited' ? 'denied' : answer.state], alert: false };
  }
  if (answer.why === 'changed') return refusal(texts.answers.changed);
  const outcome = answer.outcome === undefined ? '' : `${texts.card.outcomes[answer.outcome]}. `;
  return refusal(`${outcome}${answer.message}`);
}

/** Something else happened than the owner meant to do, or nothing. */
export function refusal(text: string): Answer {
  return { text, alert: true };
}
