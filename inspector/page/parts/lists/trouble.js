/** How a trouble is headed, in a word or two. */

/** @import { StateBatch } from '../../../../src/domain/supervision/view.ts' */

/** Where something was tried, nothing of it helped; where nothing can be tried, what it is. @type {Readonly<Record<string, string>>} */
const heads = {
  silent: 'Not responding',
  quarantined: 'Quarantined',
  unclean: 'Safe mode',
  spending: 'High spending',
  diskLow: 'Disk nearly full',
  growing: 'Database growing',
};

/** @param {Pick<StateBatch['needs'][number], 'trouble'>} need */
export function troubleHead({ trouble }) {
  return heads[trouble ?? ''] ?? 'Remedies failed';
}
