/**
 * The buttons of a card, stage by stage: first the choice, then what a yes does, then the word, and at last the way
 * back.
 *
 * The stage is nowhere but in the keyboard that Telegram shows under the card, so a restart forgets none. Each button
 * says `a:`, the approval's key of eight characters and one letter.
 */

import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types';
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import type { CardTexts } from '../../../../domain/approvals/card-texts.ts';
import type { Stage } from '../../../../domain/approvals/press.ts';
import { defined } from '../../../../domain/text/json.ts';
import { oneRow } from '../../../../domain/text/visible.ts';

/**
 * A letter of a button. On a card: approve, deny, info, deny and say why, yes, back, undo, and the four words. In the
 * list of what waits: show it once more, show those alike together, revoke. On a batch: yes and no to all of it.
 */
export type Letter = CardLetter | 'i' | 's' | 't' | 'r' | 'j' | 'k';
export type CardLetter = 'a' | 'd' | 'w' | 'y' | 'b' | 'u' | (typeof wordLetters)[number];

const wordLetters = ['m', 'n', 'o', 'p'] as const;

/** The keyboard of one stage. What is recommended stands first, the no last. */
export function keyboard(card: ApprovalCard, board: Stage, { card: words }: CardTexts): InlineKeyboardMarkup {
  const button = (text: string, letter: Letter, style?: 'success' | 'danger'): InlineKeyboardButton => ({
    text,
    callback_data: buttonData(card.key, letter),
    ...defined({ style }),
  });
  const rows: Readonly<Record<Stage, () => InlineKeyboardButton[][]>> = {
    choose: () => [
      [button(words.approve, 'a', 'success'), button(words.info, 'i')],
      [button(words.denyWhy, 'w'), button(words.deny, 'd', 'danger')],
    ],
    sure: () => [[button(`${words.yes}: ${oneRow(card.intent, 60)}`, 'y', 'success')], [button(words.back, 'b')]],
    word: () => {
      const choices = (card.choices ?? []).map((word, at) => button(word, wordLetters[at] ?? 'b'));
      return [choices.slice(0, 2), choices.slice(2, 4), [button(words.back, 'b')]];
    },
    undo: () => [[button(words.undo, 'u')]],
  };
  return { inline_keyboard: rows[board]() };
}

/** What a button of this approval says to us. */
export function buttonData(key: string, letter: Letter): string {
  return `a:${key}${letter}`;
}

/** Key and letter of a pressed button; undefined for what no button of ours says. */
export function buttonOf(data: string): { readonly key: string; readonly letter: Letter } | undefined {
  const match = /^a:([A-Za-z0-9_-]{8})([adiwybumnopstrjk])$/.exec(data);
  return match ? { key: match[1] ?? '', letter: match[2] as Letter } : undefined;
}
