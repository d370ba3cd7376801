/** What a line typed under a card means, at each step. */

import { type ApprovalCard, type Decision, mostReason } from '../../../../domain/approvals/card.ts';
import { cardTexts } from '../../../../domain/approvals/card-texts.ts';
import { type Gesture, meaningOf, type Stage } from '../../../../domain/approvals/press.ts';
import { fill } from '../../../../domain/text/fill.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { saidYesOrNo } from '../../../../domain/text/writing/yes-or-no.ts';
import { terminalTexts } from '../texts.ts';

/** What the line under a card is; `why`: the reason of a no; `sent`: Straylight is deciding. */
export type Step = Stage | 'why' | 'sent';

export type Typed =
  | { readonly kind: 'decision'; readonly decision: Decision }
  /** All about the card is to be shown. */
  | { readonly kind: 'info'; readonly card: ApprovalCard }
  /** It is no answer, but said to the agent. */
  | { readonly kind: 'message' }
  /**
   * Nothing was decided; `step`: what is asked next, where that changes; `isUnsent`: the text may have been meant as a
   * message.
   */
  | { readonly kind: 'again'; readonly why: string; readonly step?: Step; readonly isUnsent?: true };

/** Reads a line, with the blanks around it gone. `hasQuestion`: a yes or a no by itself may be meant for the agent. */
export function typedOn(
  card: ApprovalCard,
  step: Step,
  line: string,
  { language, hasQuestion }: { readonly language: Language; readonly hasQuestion: boolean },
): Typed {
  const say = terminalTexts(language);
  const word = line.toLowerCase().replace(/[.!]$/, '');
  const isYes = word === 'yes' || word === say.yes;
  const choice = choices[word] ?? (word.length > 1 && saidYesOrNo(word) === false ? choices['no'] : undefined);
  const gesture = (made: Gesture | undefined) => gestured(card, made, language);
  switch (step) {
    case 'choose':
      if (word === 'i' || word === 'info') return { kind: 'info', card };
      if (hasQuestion && isYesOrNo(word)) return { kind: 'message' };
      return choice || isAnswer(word) ? gesture(choice) : { kind: 'message' };
    case 'sure':
      // a slip of the keyboard is asked again, at an empty line: a yes behind it would be a message
      if (!isYes && isMistyped(word)) return { kind: 'again', step: 'sure', why: `${say.nothing} ${say.toApprove}` };
      // `a` needs no Enter, and one that is pressed behind it all the same leaves the question
      if (line === '') return { kind: 'again', why: promptFor('sure', card, language) };
      return unsent(gesture({ act: isYes ? 'yes' : 'back' }), line);
    case 'word':
      if (line === '') return { kind: 'again', why: promptFor('word', card, language) };
      return unsent(gesture(isNo(word) ? { act: 'back' } : { act: 'word', word: line }), line);
    case 'why':
      if (line === '') return gesture({ act: 'back' });
      return decided(card, { decision: 'deny', reason: line.slice(0, mostReason) });
    case 'undo':
      if (word === 'u') return decided(card, { decision: 'undo' });
      if (!isAnswer(word)) return { kind: 'message' };
      return { kind: 'again', why: say.undoOrWait };
    case 'sent':
      if (!isAnswer(word)) return { kind: 'message' };
      return { kind: 'again', why: say.oneMoment };
  }
}

const choices: Readonly<Record<string, Gesture>> = {
  a: { act: 'approve' },
  approve: { act: 'approve' },
  d: { act: 'deny' },
  deny: { act: 'deny' },
  no: { act: 'deny' },
  nein: { act: 'deny' },
  w: { act: 'why' },
  why: { act: 'why' },
};

/** Words that look like an answer to a card and are none: they go neither to the card nor to the agent. */
function isAnswer(word: string): boolean {
  return word.length <= 1 || isYesOrNo(word) || /^(?:approve|deny)[.!]?$/.test(word);
}

function isYesOrNo(word: string): boolean {
  return saidYesOrNo(word) !== undefined;
}

function isNo(word: string): boolean {
  return saidYesOrNo(word) === false;
}

/** Several words where a yes was asked for: nothing is decided, and they can still be sent as a message. */
function unsent(typed: Typed, line: string): Typed {
  return typed.kind === 'again' && /\s/.test(line) ? { ...typed, isUnsent: true } : typed;
}

/** One word that begins as a yes does, or a yes in other words than the one that was asked for. */
function isMistyped(word: string): boolean {
  return /^(?:y|ja)\S*$/.test(word) || saidYesOrNo(word) === true;
}

function gestured(card: ApprovalCard, gesture: Gesture | undefined, language: Language): Typed {
  const say = terminalTexts(language);
  if (!gesture) return { kind: 'again', why: say.whichLetter };
  const meaning = meaningOf({ gesture, card, seen: card, isTyped: true });
  switch (meaning.kind) {
    case 'decide': {
      const { decision, confirmation } = meaning;
      return decided(card, { decision, ...defined({ confirmation }) });
    }
    case 'why':
      return { kind: 'again', step: 'why', why: say.giveReason };
    case 'ask':
      return { kind: 'again', step: meaning.stage, why: promptFor(meaning.stage, card, language, meaning.isWrong) };
    case 'refuse':
      return { kind: 'again', why: say.nothing };
  }
}

function promptFor(stage: Stage, card: ApprovalCard, language: Language, isWrong = false): string {
  const say = terminalTexts(language);
  const { answers } = cardTexts[language];
  if (isWrong) return answers.wrongWord;
  if (stage === 'choose') return say.nothing;
  const asks = stage === 'word' ? fill(answers.words, { word: card.word ?? '' }) : say.sure;
  return `${asks} ${card.consequences?.approve ?? card.intent}`;
}

/** A decision about the very card that was on screen. */
function decided(
  { key, digest, nonce }: ApprovalCard,
  answer: Pick<Decision, 'decision' | 'confirmation' | 'reason'>,
): Typed {
  return { kind: 'decision', decision: { approval: key, by: 'terminal', digest, nonce, ...answer } };
}
