/** One row of the chain in full. */

import { a, aside, button, dd, div, dl, dt, h2 } from '../../parts/tags.js';
import { exactTime } from '../../parts/values/age.js';
import { formatCount } from '../../parts/values/amount.js';
import { exactly } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';
import { outcomeChip } from './outcome.js';

/** @import { AuditEntry } from '../../../../src/domain/audit/audit.ts' */
/** @import { ComponentChildren } from 'preact' */

/** @param {{ entry: AuditEntry, outcome: string | undefined, onClose: () => void }} props `outcome`: what became of it */
export function auditEntry({ entry, outcome, onClose }) {
  const { n, at, kind, subject, actor, facts, hash } = entry;
  /** @type {readonly (readonly [string, ComponentChildren])[]} */
  const all = [
    [say('When'), exactTime(at)],
    [say('Subject'), addressed(subject)],
    ...(outcome === undefined ? [] : [/** @type {const} */ ([say('Became of it'), outcomeChip(outcome)])]),
    ...(actor === '' ? [] : [/** @type {const} */ ([say('Actor'), addressed(actor)])]),
    ...Object.entries(JSON.parse(facts)).map(
      ([name, value]) => /** @type {const} */ ([name, addressed(textOf(name, value))]),
    ),
    [say('Hash'), addressed(hash)],
  ];
  return aside(
    { class: 'audit-entry', 'aria-labelledby': 'entry-title' },
    div(
      { class: 'audit-entry-head' },
      h2({ id: 'entry-title', class: 'title' }, say('Row {n}: ', { n: formatCount(n) }), kind),
      button({ type: 'button', class: 'button small', onClick: onClose }, say('Close')),
    ),
    dl(
      { class: 'audit-facts' },
      ...all.map(([title, fact], index) =>
        div({ key: `${index} ${title}` }, dt({}, title), dd({ class: 'mono', dir: 'auto' }, fact)),
      ),
    ),
  );
}

/** The kinds of actors that have a screen of their own. */
const address = /^(?:session|tool-call|approval|incident|channel|circuit-breaker|job|supervisor)(?::\S+)?$/;

/** @param {string} text */
function addressed(text) {
  return address.test(text) ? a({ class: 'text-link', href: href('actor', text) }, ...exactly(text)) : exactly(text);
}

/** @param {string} name @param {unknown} value */
function textOf(name, value) {
  if (typeof value === 'number' && /(?:At|[Uu]ntil)$/.test(name)) return exactTime(value);
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
}
