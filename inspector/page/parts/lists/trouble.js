/** How a trouble is headed, in a word or two. */
import { say } from '../../words/say.js';

/** @import { StateBatch } from '../../../../src/domain/supervision/view.ts' */

/** Where something was tried, nothing of it helped; where nothing can be tried, what it is. @type {Readonly<Record<string, string>>} */
const heads = {
  silent: say('Not responding'),
  quarantined: say('Quarantined'),
  unclean: say('Safe mode'),
  spending: say('High spending'),
  diskLow: say('Disk nearly full'),
  growing: say('Database growing'),
};

/** @param {Pick<StateBatch['needs'][number], 'trouble'>} need */
export function troubleHead({ trouble }) {
  return heads[trouble ?? ''] ?? say('Remedies failed');
}
