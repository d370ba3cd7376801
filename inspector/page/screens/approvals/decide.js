/**
 * A decision on its way to Straylight: always about the card that is on screen, named by fingerprint, number and
 * revision.
 */

import { canAct, isReadOnly } from '../../live/agent.js';
import { client } from '../../live/client.js';
import { say } from '../../words/say.js';

/** @import { JsonObject } from '../../../../src/domain/text/json.ts' */
/** @import { ApprovalRow } from '../../../../src/domain/supervision/view.ts' */

/**
 * Resolves when it counts; rejects with `Refused`, whose `error.approval` is the row as it is now, where it still
 * waits.
 * @param {ApprovalRow} row as it is shown
 * @param {'approve' | 'session' | 'deny' | 'edit' | 'undo'} decision `session`: it may run again in its conversation without a question
 * @param {{ confirmation?: string, reason?: string, args?: JsonObject }} [more]
 */
export function decide({ card, rev }, decision, more = {}) {
  const { key, digest, nonce } = card;
  return client.approvals.decide({ id: key, decision, digest, nonce, rev, ...more });
}

/**
 * The arguments of the call that an approval is about, as they would run.
 * @param {ApprovalRow} row
 */
export async function argumentsOf({ card }) {
  const { call } = await client.approvals.call({ id: card.key });
  return /** @type {JsonObject} */ (call.arguments);
}

/** Why nothing can be decided now; undefined: it can. */
export function whyUndecidable() {
  if (isReadOnly.value) return say('This page is read-only.');
  return canAct.value ? undefined : say('Not connected to Straylight.');
}
