/** What the page says of an approval, as its module `live/card-texts.js` has it: the table of every channel, in English. */
import { cardTexts } from '../../src/domain/approvals/card-texts.ts';

/** The table, as JSON. */
export function pageTexts(): string {
  return JSON.stringify(cardTexts.en);
}
