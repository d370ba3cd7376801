/**
 * Does an answer to a card count? The one rule, for the chart that decides and for the texts that explain what it decided.
 */
import type { ApprovalCard, Decision, Risk } from './card.ts';
import { isSameWord } from './words.ts';

/** What is asked, as it stands now. */
export interface Question {
  readonly digest: string;
  readonly nonce: string;
  readonly risk: Risk;
  /** It ends at the sandbox: a second yes is enough for what cannot be undone there. */
  readonly isContained?: true;
  /** What a yes has to name where it cannot be undone; without one such a yes never counts. */
  readonly word?: string;
  /** The end is exclusive; null: it waits for ever, or was not shown yet. */
  readonly expiresAt: number | null;
}

/** An answer, and when it came. */
export type Answer = Pick<Decision, 'decision' | 'confirmation' | 'digest' | 'nonce'> & { readonly at: number };

/**
 * `late`: the time to answer is over; `changed`: it answers another card; `unconfirmed`: this risk wants more than one
 * tap.
 */
export type AnswerVerdict = 'late' | 'changed' | 'unconfirmed' | 'yes' | 'no';

/** What an answer comes to. Late before all else: after its end a card takes nothing. */
export function judgeAnswer(question: Question, answer: Answer): AnswerVerdict {
  if (question.expiresAt !== null && answer.at >= question.expiresAt) return 'late';
  if (answer.digest !== undefined && answer.digest !== question.digest) return 'changed';
  if (answer.nonce !== undefined && answer.nonce !== question.nonce) return 'changed';
  // another call in its place is a no to this one
  if (answer.decision === 'deny' || answer.decision === 'edit') return 'no';
  if (answer.decision !== 'approve') return 'changed';
  return isConfirmed(question, answer.confirmation) ? 'yes' : 'unconfirmed';
}

/** Is a yes taken back in time, by somebody who sees the same card? The end is exclusive. */
export function isUndone(question: Pick<Question, 'digest' | 'nonce'>, answer: Answer, undoUntil: number): boolean {
  return (
    answer.decision === 'undo' &&
    answer.at < undoUntil &&
    (answer.digest ?? question.digest) === question.digest &&
    (answer.nonce ?? question.nonce) === question.nonce
  );
}

/**
 * A channel whose decisions no program on this computer can give. `name`: what `Decision.by` begins with; `title`:
 * where the owner can be sent.
 */
export interface TrustedChannel {
  readonly name: string;
  readonly title?: string;
}

/**
 * May this yes count? A program that runs with the owner's own rights reads the page's token and can type a command, so
 * a yes to what is grave counts from the channels of the list alone. Below `high` that is borne. Without a list no
 * program here has such rights.
 */
export function isTrusted(
  { decision, by }: Pick<Decision, 'decision' | 'by'>,
  risk: Risk,
  trusted: readonly TrustedChannel[] | undefined,
): boolean {
  if (trusted === undefined || decision !== 'approve' || (risk !== 'high' && risk !== 'irreversible')) return true;
  return trusted.some(({ name }) => by === name || by.startsWith(`${name}:`));
}

/** The question a card puts. */
export function questionOf({ digest, nonce, risk, isContained, word, expiresAt }: ApprovalCard): Question {
  return {
    digest,
    nonce,
    risk,
    expiresAt: expiresAt ?? null,
    isContained,
    word,
  };
}

function isConfirmed({ risk, isContained, word }: Question, confirmation: string | undefined): boolean {
  switch (risk) {
    case 'low':
      return true;
    case 'irreversible':
      if (isContained) return confirmation === 'yes';
      return confirmation !== undefined && word !== undefined && isSameWord(confirmation, word);
    default:
      return confirmation === 'yes';
  }
}
