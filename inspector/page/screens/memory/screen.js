/** Memory: what the agent keeps for ever, found by any words; each can be reworded or forgotten. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { actButton } from '../../parts/act-button.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { searchField } from '../../parts/lists/search-field.js';
import { a, button, div, li, option, p, select, ul } from '../../parts/tags.js';
import { readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { batchList } from './batches.js';
import { forgottenNote } from './forgetting.js';
import { memoryLine } from './memory-line.js';
import { origins } from './origins.js';

/** @import { Memory, MemoryStatus } from '../../../../src/domain/memory/memory.ts' */
/** @import { ConsolidationRun, MeaningState } from '../../../../src/domain/memory/service.ts' */

/** As many as Straylight gives at once. */
const most = 500;

/** @typedef {MemoryStatus | 'episode' | ''} Shown by status, or what the owner said and may be reminded of */

/** @type {readonly (readonly [Shown, string])[]} */
const choices = [
  ['', 'All'],
  ['active', 'Active'],
  ['pending', 'Pending'],
  ['archived', 'Archived'],
  ['episode', 'Episodes'],
];

const search = signal('');
const shown = signal(/** @type {Shown} */ (''));

export function Screen() {
  const wanted = {
    ...(search.value.trim() !== '' && { q: search.value.trim() }),
    ...(shown.value === 'episode' ? { kind: shown.value } : shown.value !== '' && { status: shown.value }),
    limit: most,
  };
  // something may have been kept whenever a model call has ended
  const { value, trouble, again } = useReading(() => client.memory.list(wanted), {
    of: JSON.stringify(wanted),
    after: ['budget', 'turn'],
  });
  const pending = useReading(() => client.memory.pending({}), { of: 'pending', after: ['budget', 'turn'] });
  const evidence = new Map(pending.value?.pending.map(one => [one.memory.id, one]));
  const batches = useReading(() => client.memory.stats(), { of: 'stats', after: ['budget', 'turn'] });
  const changed = async () => {
    await Promise.all([again(), pending.again(), batches.again()]);
  };
  const memories = value?.memories.toSorted((one, other) => rank(one, evidence) - rank(other, evidence)) ?? [];
  useEffect(() => {
    if (value && search.value.trim() !== '')
      announce(memories.length === 1 ? 'One memory found.' : `${memories.length || 'No'} memories found.`);
  }, [value]);
  return div(
    { class: 'list-screen' },
    screenHead('Memory', {
      count: value && (memories.length === most ? `${most} newest` : memories.length || undefined),
      tools: [
        searchField({
          label: 'Search memories',
          value: search.value,
          isFirst: true,
          onSearch: text => (search.value = text),
        }),
        choiceField(),
        orderButton(changed),
      ],
    }),
    shown.value === 'episode' && episodesNote(),
    forgottenNote({}),
    !value && (trouble ? emptyState('The memories could not be read.', trouble) : skeleton()),
    value && memories.length === 0 && nothing(),
    memories.length > 0 &&
      ul(
        { class: 'memories', 'aria-label': 'Memories' },
        ...memories.map(memory =>
          li({ key: memory.id }, memoryLine({ memory, details: evidence.get(memory.id), onChanged: changed })),
        ),
      ),
    memories.length === most && p({ class: 'section-note' }, 'Search to find older ones.'),
    batches.value?.meaning && meaningNote(batches.value.meaning),
    shown.value !== 'episode' && episodesLink(batches.value?.episodes ?? 0),
    shown.value !== 'episode' && memories.length > 0 && origins({}),
    batches.value && batches.value.batches.length > 0 && batchList(batches.value.batches, changed),
  );
}

/**
 * What waits for a word of the owner's stands first; the rest as Straylight has it.
 *
 * @param {Memory} memory
 * @param {ReadonlyMap<string, unknown>} evidence
 */
function rank({ id, status: is }, evidence) {
  return is === 'pending' || evidence.has(id) ? 0 : 1;
}

/** @param {() => Promise<void>} onChanged */
function orderButton(onChanged) {
  return actButton({
    label: 'Put in order',
    onAct: async () => {
      const run = crypto.randomUUID();
      let done = await client.memory.consolidate({ run });
      while (done.outcome === 'running') done = await client.memory.consolidate({ run });
      announce(orderText(done));
      await onChanged();
    },
  });
}

/** @param {ConsolidationRun} run */
function orderText({ outcome, merged, archived, linked, contradicting }) {
  if (outcome !== 'done') return 'The memories could not be put in order.';
  const parts = [
    merged > 0 && `${merged} merged`,
    archived > 0 && `${archived} archived`,
    linked > 0 && `${linked} linked`,
    contradicting > 0 && `${contradicting} contradicting another`,
  ].filter(Boolean);
  return parts.length === 0 ? 'Everything is in order.' : `In order: ${parts.join(', ')}.`;
}

function choiceField() {
  return select(
    {
      class: 'filter',
      'aria-label': 'Which memories',
      value: shown.value,
      onChange: event => (shown.value = /** @type {Shown} */ (event.currentTarget.value)),
    },
    ...choices.map(([value, title]) => option({ value, selected: shown.value === value }, title)),
  );
}

/** What an episode is, above the list of them. */
function episodesNote() {
  return p(
    { class: 'section-note' },
    'What you said and may be reminded of in another conversation. An episode is the message itself: forget it, and its message is blanked.',
  );
}

/** @param {number} count */
function episodesLink(count) {
  if (count === 0) return undefined;
  const text = count === 1 ? 'One message of yours' : `${count} messages of yours`;
  return p(
    { class: 'section-note' },
    `${text} can be recalled in other conversations. `,
    button({ type: 'button', class: 'button small', onClick: () => (shown.value = 'episode') }, 'Show the episodes'),
  );
}

/** How far the search by meaning is. @param {MeaningState} state */
function meaningNote({ model, done, waiting, trouble }) {
  const far = waiting === 0 ? `${done} texts embedded` : `${done} of ${done + waiting} texts embedded`;
  return div(
    { class: 'section-note', role: 'status' },
    p({}, `Searched by words and by meaning (${model}): ${far}.`),
    trouble !== undefined && p({}, 'Words alone at the moment: ', ...readable(trouble)),
  );
}

function nothing() {
  if (search.value.trim() !== '')
    return emptyState(
      shown.value === 'episode' ? 'No episode matches.' : 'No memory matches.',
      `Only active ${shown.value === 'episode' ? 'episodes' : 'memories'} are searched.`,
    );
  if (shown.value === 'episode')
    return emptyState('No episodes.', 'What you state in a conversation stands here, if auto_ingest is on.');
  if (shown.value === 'pending')
    return emptyState(
      'Nothing is pending.',
      'What the agent is to remember from untrusted content waits here for you.',
    );
  if (shown.value === 'archived') return emptyState('Nothing is archived.');
  return emptyState(
    'No memories yet.',
    a({ href: href('chat') }, 'Tell your agent something'),
    ' worth keeping: “Remember that my sister’s name is Ada.”',
  );
}
