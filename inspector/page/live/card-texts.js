/**
 * What is said of an approval, in the words of every channel, and where an answer to it came from. The server puts the
 * table in from src/domain/approvals/card-texts.ts.
 */

import { agoText } from '../words/ages.js';

/** @import { ApprovalCard, CardEnd } from '../../../src/domain/approvals/card.ts' */
/** @import { CardTexts } from '../../../src/domain/approvals/card-texts.ts' */

/** @type {CardTexts} */
// @ts-expect-error: the server fills it
export const cardTexts = {};

/** A text with its values in it. @param {string} text @param {Readonly<Record<string, string | number>>} values */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (name, /** @type {string} */ key) => String(values[key] ?? name));
}

/** How long it has been waiting. @param {number} ms */
export function requestedText(ms) {
  return filled(cardTexts.card.requested, { ago: agoText(ms) });
}

/** How much is at stake. @param {Pick<ApprovalCard, 'risk' | 'restoresFiles'>} card */
export function riskText({ risk, restoresFiles }) {
  const { risks, exceptFiles } = cardTexts.card;
  return risk === 'irreversible' && restoresFiles ? exceptFiles : risks[risk];
}

/**
 * How an approval ended, as its card says it; undefined while it is pending.
 * @param {'pending' | CardEnd} state
 * @param {string | undefined} reason
 * @returns {CardEnd | undefined}
 */
export function endOf(state, reason) {
  if (state === 'pending') return undefined;
  if (state !== 'denied') return state;
  if (reason === 'taken back') return 'undone';
  return reason === 'changed' ? 'edited' : 'denied';
}

/** Where it was decided, with a blank before it. @param {string | undefined} by `web`, `cli`, `telegram:42` */
export function byText(by) {
  if (by === undefined || by === '') return '';
  const { by: places } = cardTexts.card;
  const [channel = '', chat] = by.split(/:(.*)/s);
  if (channel === 'web' || channel === 'cli' || channel === 'terminal') return places[channel];
  const place = `${channel[0]?.toUpperCase() ?? ''}${channel.slice(1)}${chat ? ` (${chat})` : ''}`;
  return filled(places.other, { place });
}
