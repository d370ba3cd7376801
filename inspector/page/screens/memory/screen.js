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
import { say } from '../../words/say.js';
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
  ['', say('All')],
  ['active', say('Active')],
  ['pending', say('Pending')],
  ['archived', say('Archived')],
  ['episode', say('Episodes')],
];

const search = signal('');
const shown = signal(/** @type {Shown} */ (''));

export function Screen() {
  const narrowed = shown.value === 'episode' ? { kind: shown.value } : shown.value !== '' && { status: shown.value };
  const wanted = {
    q: search.value.trim() !== '' ? search.value.trim() : undefined,
    ...narrowed,
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
      announce(
        memories.length === 1
          ? say('One memory found.')
          : memories.length === 0
            ? say('No memories found.')
            : say('{count} memories found.', { count: memories.length }),
      );
  }, [value]);
  return div(
    { class: 'list-screen' },
    screenHead(say('Memory'), {
      count: value && (memories.length === most ? say('{most} newest', { most }) : memories.length || undefined),
      tools: [
        searchField({
          label: say('Search memories'),
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
    !value && (trouble ? emptyState(say('The memories could not be read.'), trouble) : skeleton()),
    value && memories.length === 0 && nothing(),
    memories.length > 0 &&
      ul(
        { class: 'memories', 'aria-label': say('Memories') },
        ...memories.map(memory =>
          li({ key: memory.id }, memoryLine({ memory, details: evidence.get(memory.id), onChanged: changed })),
        ),
      ),
    memories.length === most && p({ class: 'section-note' }, say('Search to find older ones.')),
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
    label: say('Put in order'),
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
  if (outcome !== 'done') return say('The memories could not be put in order.');
  const parts = [
    merged > 0 && say('{merged} merged', { merged }),
    archived > 0 && say('{archived} archived', { archived }),
    linked > 0 && say('{linked} linked', { linked }),
    contradicting > 0 && say('{contradicting} contradicting another', { contradicting }),
  ].filter(Boolean);
  return parts.length === 0 ? say('Everything is in order.') : say('In order: {join}.', { join: parts.join(', ') });
}

function choiceField() {
  return select(
    {
      class: 'filter',
      'aria-label': say('Which memories'),
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
    say(
      'What you said and may be reminded of in another conversation. An episode is the message itself: forget it, and its message is blanked.',
    ),
  );
}

/** @param {number} count */
function episodesLink(count) {
  if (count === 0) return undefined;
  const text = count === 1 ? say('One message of yours') : say('{count} messages of yours', { count });
  return p(
    { class: 'section-note' },
    say('{text} can be recalled in other conversations. ', { text }),
    button(
      { type: 'button', class: 'button small', onClick: () => (shown.value = 'episode') },
      say('Show the episodes'),
    ),
  );
}

/** How far the search by meaning is. @param {MeaningState} state */
function meaningNote({ model, done, waiting, trouble }) {
  const far =
    waiting === 0
      ? say('{done} texts embedded', { done })
      : say('{done} of {value} texts embedded', { done, value: done + waiting });
  return div(
    { class: 'section-note', role: 'status' },
    p({}, say('Searched by words and by meaning ({model}): {far}.', { model, far })),
    trouble !== undefined && p({}, say('Words alone at the moment: '), ...readable(trouble)),
  );
}

function nothing() {
  if (search.value.trim() !== '')
    return emptyState(
      shown.value === 'episode' ? say('No episode matches.') : say('No memory matches.'),
      shown.value === 'episode' ? say('Only active episodes are searched.') : say('Only active memories are searched.'),
    );
  if (shown.value === 'episode')
    return emptyState(say('No episodes.'), say('What you state in a conversation stands here, if auto_ingest is on.'));
  if (shown.value === 'pending')
    return emptyState(
      say('Nothing is pending.'),
      say('What the agent is to remember from untrusted content waits here for you.'),
    );
  if (shown.value === 'archived') return emptyState(say('Nothing is archived.'));
  return emptyState(
    say('No memories yet.'),
    a({ href: href('chat') }, say('Tell your agent something')),
    say(' worth keeping: “Remember that my sister’s name is Ada.”'),
  );
}
