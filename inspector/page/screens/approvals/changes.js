/** What differs between a card as it was looked at and as it is now: what would run, and what is said of it. Pure. */

import { riskText } from '../../live/card-texts.js';

/** @import { ApprovalCard } from '../../../../src/domain/approvals/card.ts' */

/** @typedef {{ readonly fact: string, readonly before: string, readonly after: string }} Change */

/** @type {readonly (readonly [fact: string, read: (card: ApprovalCard) => string])[]} */
const facts = [
  ['Action', card => card.intent],
  ['Exact call', card => card.exact],
  ['Tool', card => card.tool],
  ['Risk', riskText],
  ['Reason for asking', card => card.reasons.join(' ')],
  ['If approved', card => card.consequences?.approve ?? ''],
  ['Word to type', card => card.word ?? ''],
  ['Fingerprint', card => card.digest.slice(0, 12)],
];

/**
 * @param {ApprovalCard} before
 * @param {ApprovalCard} after
 * @returns {readonly Change[]}
 */
export function changesBetween(before, after) {
  return facts
    .map(([fact, read]) => ({ fact, before: read(before), after: read(after) }))
    .filter(({ before: was, after: is }) => was !== is);
}
