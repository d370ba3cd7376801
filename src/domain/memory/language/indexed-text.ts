/**
 * What the full-text index is given of a text, and what it is asked for.
 *
 * SQLite divides a text at what is no letter and knows upper case and most accents by itself. The rest is done here:
 * other ways of writing are folded, and each character of a script without spaces is a word of its own, so that words of
 * such a script are found as characters in a row. Nothing of it depends on a dictionary, since a row is taken out of the
 * index by the very words it was put in with: a change here needs a migration that builds the indexes again.
 */
import { fold } from '../../text/writing/folding.ts';
import { unpacked } from '../../text/writing/scripts.ts';

/** What SQLite folds as `fold` does: Latin letters with accents, but those that are other letters without them. */
const plain =
  /^[^\u00ad\u00df\u00c6\u00d0\u00d8\u00de\u00e6\u00f0\u00f8\u00fe\u0110\u0111\u0126\u0127\u0131\u0132\u0133\u013f\u0140-\u0142\u0149\u0152\u0153\u017f-\uffff]*$/;

/** The text as the index has it. */
export function indexedText(text: string): string {
  return plain.test(text) ? text : unpacked(fold(text));
}
