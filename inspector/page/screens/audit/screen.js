/**
 * Audit: what was asked, allowed, done and changed, in a chain that is checked as it is shown. It is read here, and
 * never changed.
 */

import { signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { needs } from '../../live/agent.js';
import { client } from '../../live/client.js';
import { conversationName } from '../../live/conversations.js';
import { listen } from '../../live/events.js';
import { useReading } from '../../live/reading.js';
import { chip } from '../../parts/chip.js';
import { shortened } from '../../parts/conversation-link.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { searchField } from '../../parts/lists/search-field.js';
import { windowedList } from '../../parts/lists/windowed-list.js';
import { button, component, div, option, p, select, span, time } from '../../parts/tags.js';
import { clockTime, exactTime } from '../../parts/values/age.js';
import { formatCount } from '../../parts/values/amount.js';
import { exactly, readable } from '../../parts/values/visible.js';
import { useKeys } from '../../view/keys.js';
import { wordFor } from '../../words/names.js';
import { say } from '../../words/say.js';
import { auditEntry } from './entry.js';
import { exportButton } from './export.js';
import { approvalEnds, outcomeChip, outcomeOf } from './outcome.js';
import { openRows } from './rows.js';

/** @import { AuditEntry } from '../../../../src/domain/audit/audit.ts' */
/** @import { ChainView } from '../../../../src/domain/audit/service.ts' */
/** @import { Filter } from './rows.js' */

const families = 'admin agent approval budget chain gate job message secret settings task tool'.split(' ');
const risks = ['low', 'medium', 'high', 'irreversible'];
/** @type {Filter} */
const nothing = { q: '', actor: '', kind: '', risk: '' };
/** As screen.css has them: one line, and two where room is short. */
const lineHeights = { wide: 36, narrow: 58 };
/** While the chain is being checked, and after something may have been written. */
const restMs = 1_000;

const filter = signal(nothing);

export function Screen() {
  const book = useMemo(openRows, []);
  const shown = useSignal(/** @type {AuditEntry | undefined} */ (undefined));
  const isNarrow = useNarrow();
  useEffect(() => void book.ask(filter.value), [filter.value]);
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void book.newest();
      }, restMs);
    };
    const ends = ['fresh', 'batch', 'budget', 'approval'].map(name => listen(name, later));
    const chain = book.chain.subscribe(view => {
      if (view && !view.broken && view.verified < view.rows) later();
    });
    return () => {
      clearTimeout(timer);
      chain();
      for (const end of ends) end();
    };
  }, []);
  const close = () => {
    const line = document.querySelector('.audit-line[aria-pressed="true"]');
    shown.value = undefined;
    if (line instanceof HTMLElement) line.focus();
  };
  useKeys(shown.value ? { Escape: close } : {}, []);
  const rows = book.rows.value;
  const chain = book.chain.value;
  const ends = useMemo(() => approvalEnds(rows), [rows]);
  const around = { ends, waiting: new Set(needs.value.map(({ id }) => id)) };
  const isFiltered = Object.values(filter.value).some(value => value !== '');
  return div(
    { class: `audit${shown.value ? ' with-entry' : ''}` },
    div(
      { class: 'audit-head' },
      screenHead(say('Audit'), {
        count: chain && (chain.rows === 1 ? say('1 row') : say('{count} rows', { count: formatCount(chain.rows) })),
        standing: chain && standing(chain),
        tools: [...filterFields(), exportButton({})],
      }),
      chain?.broken &&
        div(
          { class: 'audit-break tint-failed', role: 'alert' },
          say('Row {chain}: {problem}. ', { chain: formatCount(chain.broken.n), problem: chain.broken.problem }),
          chain.broken.n > 1 && say('Rows 1 to {chain} are intact. ', { chain: formatCount(chain.broken.n - 1) }),
          say('If you know why, record it with “straylight audit accept”.'),
        ),
      unrecorded({}),
    ),
    div(
      { class: 'audit-list' },
      rows.length > 0 &&
        windowedList({
          key: isNarrow ? 'narrow' : 'wide',
          label: say('Rows, newest first'),
          rows,
          keyOf: ({ n }) => n,
          lineHeight: isNarrow ? lineHeights.narrow : lineHeights.wide,
          total: isFiltered || !chain ? undefined : chain.rows,
          onEnd: book.older,
          show: entry =>
            lineOf(entry, {
              outcome: outcomeOf(entry, around),
              isShown: entry.n === shown.value?.n,
              onShow: () => (shown.value = entry),
            }),
        }),
      rows.length === 0 && (book.isRead.value ? none(isFiltered) : trouble(book.trouble.value)),
    ),
    shown.value && auditEntry({ entry: shown.value, outcome: outcomeOf(shown.value, around), onClose: close }),
  );
}

const unrecorded = component(Unrecorded);

/** What was done and has no row, where there is such a thing. */
function Unrecorded() {
  const { value } = useReading(() => client.audit.unrecorded());
  if (!value || value.addresses.length === 0) return null;
  const [first = ''] = value.addresses;
  const more = value.addresses.length - 1;
  return div(
    { class: 'audit-break tint-failed', role: 'alert' },
    ...exactly(first),
    more > 0 && say(' and {more} more', { more }),
    more > 0 ? say(' are in the database but not in the chain.') : say(' is in the database but not in the chain.'),
  );
}

/** @param {ChainView} chain */
function standing({ rows, verified, broken }) {
  if (broken) return chip('failed', [say('broken at {broken}', { broken: formatCount(broken.n) })]);
  if (verified < rows)
    return chip('working', [say('verified up to {verified}, still checking', { verified: formatCount(verified) })]);
  return chip('healthy', [say('verified up to {verified}', { verified: formatCount(verified) })]);
}

/** By whose doing, kind and risk, and by any words. */
function filterFields() {
  const put = (/** @type {Partial<Filter>} */ change) => {
    filter.value = { ...filter.value, ...change };
  };
  const choice = (
    /** @type {'kind' | 'risk'} */ name,
    /** @type {string} */ label,
    /** @type {string} */ all,
    /** @type {readonly string[]} */ values,
  ) =>
    select(
      {
        class: 'filter',
        'aria-label': label,
        value: filter.value[name],
        onChange: event => put({ [name]: event.currentTarget.value }),
      },
      option({ value: '', selected: filter.value[name] === '' }, all),
      ...values.map(value =>
        option({ value, selected: filter.value[name] === value }, name === 'risk' ? wordFor(value) : value),
      ),
    );
  return [
    searchField({
      label: say('Search rows'),
      value: filter.value.q,
      isFirst: true,
      onSearch: q => put({ q: q.trim() }),
    }),
    searchField({ label: say('Actor'), value: filter.value.actor, onSearch: actor => put({ actor: actor.trim() }) }),
    choice('kind', say('Kind'), say('Any kind'), families),
    choice('risk', say('Risk'), say('Any risk'), risks),
  ];
}

/**
 * @param {AuditEntry} entry
 * @param {{ outcome: string | undefined, isShown: boolean, onShow: () => void }} around
 */
function lineOf({ n, at, kind, subject, actor }, { outcome, isShown, onShow }) {
  return button(
    { type: 'button', class: 'audit-line', 'data-row': '', 'aria-pressed': isShown, onClick: onShow },
    span({ class: 'audit-number' }, formatCount(n)),
    time({ class: 'audit-time', dateTime: new Date(at).toISOString(), title: exactTime(at) }, clockTime(at, true)),
    span({ class: 'audit-kind mono' }, kind),
    span({ class: 'audit-outcome' }, outcomeChip(outcome)),
    span({ class: 'audit-subject', dir: 'auto', title: subject }, ...named(subject)),
    span({ class: 'audit-actor', dir: 'auto', title: actor }, ...named(actor)),
  );
}

/** A conversation by what it is called; all else as the row has it. @param {string} address */
function named(address) {
  const title = address.startsWith('session:') ? conversationName(address) : address;
  return address.endsWith(title) ? exactly(address) : readable(shortened(title));
}

/** @param {boolean} isFiltered */
function none(isFiltered) {
  return isFiltered
    ? emptyState(
        say('No row matches the filters.'),
        button({ type: 'button', class: 'button', onClick: () => (filter.value = nothing) }, say('Show all rows')),
      )
    : emptyState(say('No entries yet.'), say('Every request, decision, action and change is recorded here.'));
}

/** @param {string | undefined} words */
function trouble(words) {
  return words === undefined ? skeleton() : emptyState(say('The chain could not be read.'), p({}, words));
}

/** Whether room is short. */
function useNarrow() {
  const query = useMemo(() => matchMedia('(max-width: 900px)'), []);
  const isNarrow = useSignal(query.matches);
  useEffect(() => {
    const look = () => {
      isNarrow.value = query.matches;
    };
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return isNarrow.value;
}
