/**
 * The actor that is shown, from all that is known of it: its row, its journal, its chart, the step that is looked at.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import { actorSignal, isOver, roster } from '../../live/actors.js';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { lookOf } from '../../parts/look.js';
import { chartSignal } from './chart/charts.js';
import { lifecycleValue } from './chart/lifecycle.js';
import { lightsOf } from './chart/lights.js';
import { openJournal } from './journal.js';
import { at, seen } from './store.js';

/** @import { ActorRow, JournalEntry } from '../../../../src/domain/supervision/view.ts' */
/** @import { ChartModel } from '../../../charts/chart-model.ts' */

/**
 * One step replayed by Straylight, or why it could not be.
 * @typedef {object} Replayed
 * @property {number} seq
 * @property {any} [snapshot]
 * @property {any} [prev]
 * @property {boolean | 'code-changed' | 'forgotten'} [verified]
 * @property {string} [trouble]
 */

/** @typedef {ReturnType<typeof openActor>} Actor */

const tab = seen(view => view.tab);

/**
 * Follows an actor until `close` is called.
 * @param {string} id
 */
export function openActor(id) {
  const { journal, earlier, close: closeJournal } = openJournal(id);
  const machine = id.split(':', 1)[0] ?? id;
  const chart = chartSignal(machine);
  const replayed = signal(/** @type {Replayed | undefined} */ (undefined));
  /** Steps whose replay led elsewhere. */
  const diverged = signal(/** @type {ReadonlySet<number>} */ (new Set()));
  const ended = new AbortController();

  /** Undefined: it has ended a while ago, and is known by its journal alone. */
  const row = computed(() => {
    void roster.value;
    return actorSignal(id)?.value;
  });
  const last = computed(() => journal.value.entries.at(-1));
  /** The step that is looked at, in the journal; undefined: what is now. */
  const step = computed(() => {
    const seq = at.value;
    return seq === null ? undefined : entryAt(journal.value.entries, seq);
  });

  const lights = computed(() => {
    const model = chart.value?.model;
    return (
      model && lightsOf(model, stateIn(model), (step.value ?? last.value)?.path ?? [], at.value === null && isGone())
    );
  });
  /** The colour of what is shown: of a step, what its state says; of what is now, what the row says first. */
  const look = computed(() => {
    const known = row.value;
    if (at.value === null && known) return lookOf(known);
    return lookOf({ status: 'active', tags: lights.value?.tags ?? [], leaf: (step.value ?? last.value)?.leaf ?? '' });
  });

  /** @param {ChartModel} model */
  function stateIn(model) {
    if (model.hash === '') return lifecycleValue(row.value?.status ?? 'done');
    if (at.value !== null) return step.value?.to;
    return row.value?.value ?? last.value?.to;
  }

  function isGone() {
    return row.value === undefined || isOver(row.value);
  }

  // what is looked at is replayed by Straylight, one request at a time: of those wanted meanwhile only the last
  let isAsking = false;
  const stopAsking = effect(() => {
    const wanted = at.value ?? (tab.value === 'changes' ? last.value?.seq : undefined);
    if (wanted !== undefined) void replayUntil();
  });

  function wanted() {
    return at.peek() ?? (tab.peek() === 'changes' ? last.peek()?.seq : undefined);
  }

  async function replayUntil() {
    if (isAsking) return;
    isAsking = true;
    for (let seq = wanted(); seq !== undefined && replayed.peek()?.seq !== seq && !ended.signal.aborted; seq = wanted())
      await replay(seq);
    isAsking = false;
  }

  // a step that is older than what was fetched is gone back to, however long the journal
  let isGoingBack = false;
  const stopGoingBack = effect(() => {
    if (at.value !== null && journal.value.state === 'ready') void goBackToStep();
  });

  async function goBackToStep() {
    if (isGoingBack) return;
    isGoingBack = true;
    await undefined; // the page that has just come is still on its way in
    for (let known = Number.POSITIVE_INFINITY; !ended.signal.aborted; ) {
      const { entries, hasEarlier } = journal.peek();
      const oldest = entries[0]?.seq ?? 0;
      // nothing came: the newest are being fetched again, after which this runs again, or there is trouble,
      // which is shown
      if (!hasEarlier || oldest === known || (at.peek() ?? oldest) >= oldest) break;
      known = oldest;
      await earlier(at.peek() ?? oldest);
    }
    isGoingBack = false;
  }

  /** @param {number} seq */
  async function replay(seq) {
    try {
      const answer = await client.actors.at({ id, seq }, { signal: ended.signal });
      batch(() => {
        replayed.value = answer;
        if (answer.verified === false) diverged.value = new Set([...diverged.peek(), seq]);
      });
    } catch (thrown) {
      if (ended.signal.aborted) return;
      if (!(thrown instanceof Refused)) throw thrown;
      replayed.value = { seq, trouble: thrown.message };
    }
  }

  return {
    id,
    machine,
    row,
    journal,
    earlier,
    chart,
    last,
    step,
    lights,
    look,
    replayed,
    diverged,
    close() {
      ended.abort();
      stopAsking();
      stopGoingBack();
      closeJournal();
    },
  };
}

/**
 * A step by its number; the entries stand without a gap.
 * @param {readonly JournalEntry[]} entries
 * @param {number} seq
 */
export function entryAt(entries, seq) {
  const first = entries[0]?.seq;
  return first === undefined ? undefined : entries[seq - first];
}

/**
 * How an actor that is known by its journal alone has ended.
 * @param {JournalEntry | undefined} last
 * @returns {Pick<ActorRow, 'status' | 'leaf'>}
 */
export function endOf(last) {
  return { status: last?.event.type === 'host.stopped' ? 'stopped' : 'done', leaf: last?.leaf ?? '' };
}
