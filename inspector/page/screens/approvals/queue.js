/**
 * What waits for an answer, one after the other: approvals, several alike and harmless ones as one, accounts that want
 * to be paired, and incidents that ask.
 */
import { computed } from '@preact/signals';
import { needs } from '../../live/agent.js';
import { pendingApprovals } from '../../live/approvals.js';
import { say } from '../../words/say.js';

/** @import { ApprovalRow, StateBatch } from '../../../../src/domain/supervision/view.ts' */

/**
 * @typedef {{ readonly kind: 'approval', readonly id: string, readonly row: ApprovalRow }} ApprovalItem
 * @typedef {{ readonly kind: 'batch', readonly id: string, readonly rows: readonly ApprovalRow[] }} BatchItem
 * @typedef {{ readonly kind: 'incident', readonly id: string, readonly need: StateBatch['needs'][number] }} IncidentItem
 * @typedef {{ readonly kind: 'account', readonly id: string, readonly need: StateBatch['needs'][number] }} AccountItem
 * @typedef {ApprovalItem | BatchItem | IncidentItem | AccountItem} Item
 */

/** Fewer are asked one by one; Straylight takes no more than so many at once. */
const [fewest, most] = [3, 50];

/** The oldest first; a batch stands where its oldest does. */
export const queue = computed(() => {
  const rows = pendingApprovals.value;
  const batches = batchesOf(rows);
  const batched = new Map(batches.flatMap(batch => batch.rows.map(row => [row.id, batch])));
  /** @type {Set<Item>} */
  const items = new Set();
  for (const row of rows) items.add(batched.get(row.id) ?? { kind: 'approval', id: row.id, row });
  for (const need of needs.value)
    if (need.kind === 'incident' || need.kind === 'account') items.add({ kind: need.kind, id: need.id, need });
  return [...items];
});

/**
 * The same tool, of low risk, at least three: what src/domain/approvals/batch.ts calls a batch.
 * @param {readonly ApprovalRow[]} rows
 * @returns {readonly BatchItem[]}
 */
export function batchesOf(rows) {
  const byTool = Map.groupBy(
    rows.filter(({ card }) => card.risk === 'low'),
    ({ card }) => card.tool,
  );
  return [...byTool]
    .filter(([, alike]) => alike.length >= fewest)
    .map(([tool, alike]) => ({ kind: 'batch', id: `batch:${tool}`, rows: alike.slice(0, most) }));
}

/** What an item is about, in a line. @param {Item} item */
export function lineOf(item) {
  if (item.kind === 'approval') return item.row.card.intent;
  if (item.kind !== 'batch') return item.need.text;
  return say('{length} similar: {value}', { length: item.rows.length, value: item.rows[0]?.card.tool ?? '' });
}
