/**
 * The text of several messages that were sent as one.
 *
 * Parts that an app has cut one text into are one text again. What they answer stands once before it, and the addresses
 * of all their links below: in the middle they would part a sentence.
 */
import { type TypedText, typedText } from '../words.ts';
import { betweenParts, isOneText } from './utterances.ts';

/** The text of one message, and what it is made of where it may be a part. */
export interface WrittenPart {
  readonly text: string;
  readonly typed?: TypedText;
}

export function joinedText(parts: readonly WrittenPart[]): string {
  const texts: string[] = [];
  let open: TypedText | undefined;
  let before = '';
  for (const { text, typed } of parts) {
    const isPart = open !== undefined && typed !== undefined && isOneText(before, typed.sent);
    open = isPart && open && typed ? withPart(open, before, typed) : typed;
    before = typed?.sent ?? '';
    if (isPart) texts.pop();
    texts.push(open ? typedText(open) : text);
  }
  return texts.join('\n\n');
}

function withPart(whole: TypedText, before: string, { sent, addresses }: TypedText): TypedText {
  return {
    ...whole,
    words: `${whole.words}${betweenParts(before, sent)}${sent}`,
    addresses: [...new Set([...whole.addresses, ...addresses])],
  };
}
