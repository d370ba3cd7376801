/** What the page says of an approval, as its module `live/card-texts.js` has it: the table of every channel. */
import { cardTexts } from '../../src/domain/approvals/card-texts.ts';
import type { Language } from '../../src/domain/text/texts.ts';

/** The table, as JSON. */
export function pageTexts(language: Language): string {
  return JSON.stringify(cardTexts[language]);
}
