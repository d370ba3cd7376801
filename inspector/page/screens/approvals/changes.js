/** What differs between a card as it was looked at and as it is now: what would run, and what is said of it. Pure. */

import { riskText } from '../../live/card-texts.js';
import { say } from '../../words/say.js';

/** @import { ApprovalCard } from '../../../../src/domain/approvals/card.ts' */

/** @typedef {{ readonly fact: string, readonly before: string, readonly after: string }} Change */

/** @type {readonly (readonly [fact: string, read: (card: ApprovalCard) => string])[]} */
const facts = [
  [say('Action'), card => card.intent],
  [say('Exact call'), card => card.exact],
  [say('Tool'), card => card.tool],
  [say('Risk'), riskText],
  [say('Reason for asking'), card => card.reasons.join(' ')],
  [say('If approved'), card => card.consequences?.approve ?? ''],
  [say('Word to type'), card => card.word ?? ''],
  [say('Fingerprint'), card => card.digest.slice(0, 12)],
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
