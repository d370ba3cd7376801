/** How a trouble is headed, in a word or two. */

/** @import { StateBatch } from '../../../../src/domain/supervision/view.ts' */

/** Where something was tried, nothing of it helped; where nothing can be tried, what it is. @type {Readonly<Record<string, string>>} */
const heads = {
  silent: 'No sign of life',
  quarantined: 'Set aside',
  unclean: 'Safe mode',
  spending: 'It spends',
  diskLow: 'The disk is nearly full',
  growing: 'The database grows',
};

/** @param {Pick<StateBatch['needs'][number], 'trouble'>} need */
export function troubleHead({ trouble }) {
  return heads[trouble ?? ''] ?? 'Nothing helped';
}
