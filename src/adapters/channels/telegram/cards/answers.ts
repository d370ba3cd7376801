/** What comes back for a tap. */
import type { DecisionAnswer } from '../../../../domain/approvals/card.ts';
import { answerText } from '../../../../domain/approvals/card-lines.ts';
import type { CardTexts } from '../../../../domain/approvals/card-texts.ts';

export interface Answer {
  readonly text: string;
  /** Shown as a dialogue, not as a passing line: the owner expected something else. */
  readonly alert: boolean;
}

/** What came of a decision. */
export function answerTo(answer: DecisionAnswer, texts: CardTexts, now: number): Answer {
  return { text: answerText(answer, texts, now), alert: !answer.ok };
}

/** Something else happened than the owner meant to do, or nothing. */
export function refusal(text: string): Answer {
  return { text, alert: true };
}
