/** A message that only models of one side may answer: `/local WORDS`, `/cloud WORDS`, on every channel. */
import { type Side, sides } from '../models/route.ts';

export interface SidedText {
  readonly text: string;
  readonly only: Side;
}

/** Without the word before it, which Telegram may put the bot's name behind; undefined for every other text, and where nothing stands behind the word. */
export function sidedText(text: string): SidedText | undefined {
  const [, side, words = ''] = /^\s*\/([a-z]+)(?:@\w+)?\s+(\S[\s\S]*)$/.exec(text) ?? [];
  const only = sides.find(one => one === side);
  return only && { text: words, only };
}
