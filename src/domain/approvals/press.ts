/**
 * What an owner does on a card, and what it means: the way from a first tap to an answer, for every channel alike.
 *
 * A channel draws the stage, and turns a tap or a typed line into a gesture. A yes takes what its risk asks for: nothing
 * more where it is low, a second yes above that, and the word of the card where the act cannot be undone.
 */
import type { ApprovalCard, Decision, DecisionAnswer } from './card.ts';
import { isSameWord } from './words.ts';

/**
 * What a card asks for. `choose`: yes or no; `sure`: what a yes does, once more; `word`: the word of the card; `undo`:
 * a yes that has not begun may be taken back.
 */
export type Stage = 'choose' | 'sure' | 'word' | 'undo';

/** What the owner does. `yes`: the second one; `why`: a no with a reason; `back`: to the first stage. */
export type Gesture =
  | { readonly act: 'approve' | 'deny' | 'why' | 'yes' | 'back' | 'undo' }
  | { readonly act: 'word'; readonly word: string | undefined };

/** What names a card as it was on screen. */
export type SeenCard = Pick<ApprovalCard, 'key' | 'digest' | 'nonce'>;

/** Which card was on screen. `another`: not the one of now; `nothing`: nobody knows. */
export type Seen = Pick<SeenCard, 'digest' | 'nonce'> | 'another' | 'nothing';

/** What a gesture comes to. */
export type Meaning =
  | ({ readonly kind: 'decide' } & Pick<Decision, 'decision' | 'digest' | 'nonce' | 'confirmation'>)
  /** Nothing is decided yet; `isWrong`: the word was not the one on the card. */
  | { readonly kind: 'ask'; readonly stage: Stage; readonly card: ApprovalCard; readonly isWrong?: true }
  /** The owner is asked why not. */
  | { readonly kind: 'why'; readonly card: ApprovalCard }
  | { readonly kind: 'refuse'; readonly why: 'tooOld' | 'changed' };

export interface Pressed {
  readonly gesture: Gesture;
  readonly seen: Seen;
  /** As it is now; undefined: it is no longer open. */
  readonly card: ApprovalCard | undefined;
  /** Words are typed here and not tapped, so the word is asked for at once. */
  readonly isTyped?: boolean;
}

/** What a gesture on a card means. */
export function meaningOf({ gesture, seen, card, isTyped = false }: Pressed): Meaning {
  const { act } = gesture;
  if (seen === 'nothing') return { kind: 'refuse', why: 'tooOld' };
  // a yes is taken back from whatever card is left on screen
  if (act === 'undo') return { kind: 'decide', decision: 'undo' };
  if (seen === 'another') return { kind: 'refuse', why: 'changed' };
  const { digest, nonce } = seen;
  const approve = { kind: 'decide', decision: 'approve', digest, nonce } as const;
  const deny = { kind: 'decide', decision: 'deny', digest, nonce } as const;
  if (act === 'deny') return deny;
  // the question is answered: the refusal of a decision says how
  if (card === undefined || card.undoUntil !== undefined) return act === 'why' ? deny : approve;
  switch (act) {
    case 'why':
      return { kind: 'why', card };
    case 'back':
      return { kind: 'ask', stage: 'choose', card };
    case 'approve':
      if (card.risk === 'low') return approve;
      return { kind: 'ask', stage: isTyped && needsWord(card) ? 'word' : 'sure', card };
    case 'yes':
      return needsWord(card) ? { kind: 'ask', stage: 'word', card } : { ...approve, confirmation: 'yes' };
    case 'word':
      if (gesture.word === undefined || card.word === undefined || !isSameWord(gesture.word, card.word))
        return { kind: 'ask', stage: 'choose', card, isWrong: true };
      return { ...approve, confirmation: gesture.word };
  }
}

/** What the card asks for after an answer; undefined: nothing more. */
export function stageAfter(
  answer: DecisionAnswer,
  card: ApprovalCard | undefined,
  confirmation: string | undefined,
  now: number,
): Stage | undefined {
  if (answer.ok) return answer.undoUntil !== undefined && answer.undoUntil > now ? 'undo' : undefined;
  if (answer.why !== 'unconfirmed') return undefined;
  if (confirmation === undefined) return 'sure';
  return confirmation === 'yes' && card !== undefined && needsWord(card) ? 'word' : 'choose';
}

/**
 * Which card was on screen. `remembered`: by this process; `sealed`: by the message itself, where it names key and seal
 * of its card. `sealOf` ties key, digest and nonce together.
 */
export function seenCard(
  {
    remembered,
    sealed,
    current,
  }: { remembered: SeenCard | undefined; sealed: string | undefined; current: SeenCard | undefined },
  sealOf: (card: SeenCard) => string,
): Seen {
  if (remembered !== undefined)
    return current === undefined || sealOf(remembered) === sealOf(current) ? remembered : 'another';
  if (sealed === undefined) return 'nothing';
  // The seal stands in for what is not known here, and matches nothing.
  if (current === undefined) return { digest: `seal:${sealed}`, nonce: `seal:${sealed}` };
  return sealed === sealOf(current) ? current : 'another';
}

function needsWord({ risk, word }: ApprovalCard): boolean {
  return risk === 'irreversible' && word !== undefined;
}
