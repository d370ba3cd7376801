/**
 * The rows of the audit chain as far as they were asked for, newest first: a page at a time, and what comes on top by
 * itself. One question at a time: answers to an earlier one are dropped.
 */
import { batch, signal } from '@preact/signals';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';

/** @import { Risk } from '../../../../src/domain/approvals/card.ts' */
/** @import { AuditEntry } from '../../../../src/domain/audit/audit.ts' */
/** @import { AuditPage, ChainView } from '../../../../src/domain/audit/service.ts' */

/** @typedef {{ readonly q: string, readonly actor: string, readonly kind: string, readonly risk: Risk | '' }} Filter */

const pageRows = 200;

export function openRows() {
  const rows = signal(/** @type {readonly AuditEntry[]} */ ([]));
  const chain = signal(/** @type {ChainView | undefined} */ (undefined));
  const trouble = signal(/** @type {string | undefined} */ (undefined));
  /** They have been read for the filter as it is. */
  const isRead = signal(false);
  /** @type {Filter} */
  let filter = { q: '', actor: '', kind: '', risk: '' };
  /** @type {number | undefined} */
  let next;
  let question = 0;
  let isAsking = false;

  /** @param {number | undefined} before @returns {Promise<AuditPage | undefined>} */
  async function page(before) {
    const mine = question;
    try {
      const { risk, ...words } = filter;
      const found = await client.audit.list({
        ...words,
        risk: risk !== '' ? risk : undefined,
        before,
        limit: pageRows,
      });
      if (mine !== question) return undefined;
      chain.value = found.chain;
      trouble.value = undefined;
      return found;
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      if (mine === question) trouble.value = thrown.message;
      return undefined;
    }
  }

  /** The newest page: all there is so far for a new question, what is new on top for the same. */
  async function newest() {
    const found = await page(undefined);
    if (!found) return;
    const known = rows.peek()[0]?.n ?? 0;
    const fresh = found.entries.filter(({ n }) => n > known);
    const isGap = fresh.length === found.entries.length;
    batch(() => {
      if (!isRead.peek() || isGap) {
        next = found.next;
        rows.value = found.entries;
      } else if (fresh.length > 0) rows.value = [...fresh, ...rows.peek()];
      isRead.value = true;
    });
  }

  return {
    rows,
    chain,
    trouble,
    isRead,
    newest,
    /** @param {Filter} wanted */
    ask(wanted) {
      filter = wanted;
      question += 1;
      isAsking = false;
      isRead.value = false;
      return newest();
    },
    /** The next older page, if there is one and none is under way. */
    async older() {
      if (isAsking || next === undefined || !isRead.peek()) return;
      isAsking = true;
      const mine = question;
      const found = await page(next);
      if (mine !== question) return;
      isAsking = false;
      if (!found) return;
      next = found.next;
      rows.value = [...rows.peek(), ...found.entries];
    },
  };
}
