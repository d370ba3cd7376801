/**
 * What became of what a row tells: it stands in the row itself, in a later row about the same approval, or it is not
 * known yet because the owner is waited for. Pure.
 */
import { chip } from '../../parts/chip.js';
import { b } from '../../parts/tags.js';
import { say } from '../../words/say.js';

/** @import { AuditEntry } from '../../../../src/domain/audit/audit.ts' */
/** @import { Look } from '../../parts/look.js' */

/** The words for an outcome, as a row has it. @type {Readonly<Record<string, readonly [Look, string]>>} */
const outcomes = {
  done: ['healthy', say('done')],
  failed: ['failed', say('failed')],
  denied: ['idle', say('denied')],
  changed: ['idle', say('changed by you')],
  granted: ['healthy', say('approved')],
  expired: ['idle', say('expired')],
  cancelled: ['idle', say('cancelled')],
  undelivered: ['failed', say('not delivered')],
  unknown: ['failed', say('outcome unknown')],
  waiting: ['needs', say('waiting')],
};

/** Rows that tell of an approval before it has ended. */
const open = ['approval.asked', 'approval.shown', 'approval.granted', 'approval.signed'];

/**
 * How the approvals among these rows have ended, by address.
 * @param {readonly AuditEntry[]} rows
 * @returns {ReadonlyMap<string, string>}
 */
export function approvalEnds(rows) {
  return new Map(
    rows.flatMap(({ kind, subject, facts }) => {
      const outcome = kind === 'approval.ended' ? endIn(JSON.parse(facts)) : undefined;
      return typeof outcome === 'string' ? [/** @type {const} */ ([subject, outcome])] : [];
    }),
  );
}

/**
 * `done`, `failed`, `denied`, `waiting` and so on; undefined where nothing is to become of it, or it is not known.
 * @param {AuditEntry} entry
 * @param {{ ends: ReadonlyMap<string, string>, waiting: ReadonlySet<string> }} around `waiting`: approvals the owner is asked for
 */
export function outcomeOf({ kind, subject, facts }, { ends, waiting }) {
  const known = JSON.parse(facts);
  const outcome = endIn(known);
  if (outcome === 'done' && known.failed === true) return 'failed';
  if (typeof outcome === 'string') return outcome in outcomes ? outcome : undefined;
  if (!open.includes(kind)) return undefined;
  return ends.get(subject) ?? (waiting.has(subject) ? 'waiting' : undefined);
}

/** A no that came with another call in its place is no plain no. @param {{ outcome?: unknown, changed?: unknown }} facts */
function endIn({ outcome, changed }) {
  return outcome === 'denied' && changed === true ? 'changed' : outcome;
}

/** @param {string | undefined} outcome */
export function outcomeChip(outcome) {
  const known = outcome === undefined ? undefined : outcomes[outcome];
  return known && chip(known[0], [b({}, known[1])]);
}
