/**
 * The running agent as a stream: what the reader reports, gathered for a moment and sent to the open streams.
 *
 * While no stream is open, nothing is gathered and nothing is written out; the reader is not even asked. After the last
 * stream has gone the changes are kept a little longer, unwritten, so that a lost connection can come back with its
 * cursor.
 */
import type { ServerResponse } from 'node:http';
import { refuse } from '../../src/api/refusal.ts';
import { budgetOfToday } from '../../src/domain/budget/view.ts';
import { toFailure } from '../../src/domain/supervision/failure.ts';
import type { Frame, Health } from '../../src/domain/supervision/view.ts';
import { type Encode, securityHeaders } from '../http/reply.ts';
import type { Limits, ServerClock } from '../limits.ts';
import type { Watched } from '../watched.ts';
import { gather, type WireEvent } from './frames.ts';
import { history } from './history.ts';
import { type StreamWriter, streamWriter, type Watch } from './stream-writer.ts';

export interface StreamHub {
  /** Where a stream has to go on for one who has just read the state of this boot. */
  mark(boot: string): { readonly boot: string; readonly cursor: string };
  /** Adds a frame of our own: how a command ended. */
  publish(frame: Frame): void;
  /**
   * Answers with a stream, from the cursor if what came after it is still known. Refuses the 65th (429), and of those
   * who may only look the 17th: the other places are the owner's.
   */
  open(response: ServerResponse, cursor: string | undefined, watch: Watch, isOwner: boolean): void;
  /** Chooses what a stream carries; false: there is no such stream. */
  watch(streamId: string, watch: Watch): boolean;
  /** Ends every stream; a client that still may opens another. */
  endStreams(): void;
  /** Ends every stream and stops watching. */
  close(): void;
}

export function streamHub({
  reader,
  health,
  clock,
  limits,
  encode,
  log,
}: {
  readonly reader: Pick<Watched, 'watch' | 'state' | 'needs' | 'budget'>;
  readonly health: () => Health;
  readonly clock: ServerClock;
  readonly limits: Limits;
  readonly encode: Encode;
  readonly log: (message: string) => void;
}): StreamHub {
  const past = history(limits);
  /** Those of them that a token which may only look has opened. */
  const readers = new Set<string>();
  const open = new Map<string, StreamWriter>();
  let boot: string | undefined;
  let unwatch: (() => void) | undefined;
  let closed = false;
  let window: Frame[] = [];
  let flushedAt = Number.NEGATIVE_INFINITY;
  let shownHealth = '';
  let shownNeeds = '';
  let shownBudget = '';
  /** Who was among the needs when they were last looked at. */
  let needy: ReadonlySet<string> = new Set();
  let healthAt = Number.NEGATIVE_INFINITY;
  let cancelFlush: (() => void) | undefined;
  let cancelBeat: (() => void) | undefined;
  let cancelLook: (() => void) | undefined;
  let cancelLinger: (() => void) | undefined;

  function take(frame: Frame): void {
    if (!unwatch) return;
    if (frame.type === 'forgotten') {
      dropPast();
      return;
    }
    window.push(frame);
    // somebody may wait for these
    if (frame.type === 'delta' && frame.start === 0) {
      cancelFlush?.();
      cancelFlush = later(0, flush);
      return;
    }
    const due = flushedAt + limits.batchMs - clock.elapsed();
    cancelFlush ??= later(Math.max(0, Math.min(limits.batchMs, due)), flush);
  }

  /** Nothing of what was sent is kept; every reader loads what there is now. */
  function dropPast(): void {
    window = [];
    past.forget();
    for (const stream of open.values()) stream.pump();
  }

  /** A fault while showing Straylight must not take it down, nor what else is shown: it becomes a line in the log. */
  function attempt(call: () => void): void {
    try {
      call();
    } catch (thrown) {
      log(`the inspector's stream failed: ${toFailure(thrown).message}`);
    }
  }

  function later(delayMs: number, call: () => void): () => void {
    return clock.after(delayMs, () => attempt(call));
  }

  function flush(): void {
    cancelFlush?.();
    cancelFlush = undefined;
    flushedAt = clock.elapsed();
    const events = gather(window);
    for (const event of events) past.push(event);
    if (open.size > 0 && events.some(mayChangeNeeds)) attempt(lookAtNeeds);
    window = [];
    // what the last frames of a burst have changed is seen too
    if (open.size > 0) cancelLook ??= later(Math.max(0, healthAt + limits.healthMs - flushedAt), lookAround);
    for (const stream of open.values()) stream.pump();
  }

  /** A health event whenever something other than the uptime has changed. */
  function lookAtHealth(): void {
    healthAt = clock.elapsed();
    const now = health();
    const shown = JSON.stringify({ ...now, uptimeMs: 0 });
    if (shownHealth !== '' && shown !== shownHealth) past.push({ name: 'health', health: now });
    shownHealth = shown;
  }

  /** An event after which somebody else may wait for the owner than before. */
  function mayChangeNeeds(event: WireEvent): boolean {
    if (event.name !== 'batch') return event.name === 'approval';
    return event.rows.some(
      ({ id, status, tags }) =>
        needy.has(id) || tags.includes('attention') || status === 'suspended' || status === 'quarantined',
    );
  }

  function lookAtNeeds(): void {
    const needs = reader.needs?.();
    if (!needs) return;
    needy = new Set(needs.map(({ id }) => id));
    const shown = JSON.stringify(needs);
    if (shown !== shownNeeds) past.push({ name: 'needs', needs });
    shownNeeds = shown;
  }

  /** What changes slowly, if it has. */
  function lookAround(): void {
    cancelLook?.();
    cancelLook = undefined;
    attempt(lookAtHealth);
    attempt(lookAtNeeds);
    budgetOfToday(reader.budget).then(
      budget => {
        const shown = JSON.stringify(budget ?? null);
        if (open.size > 0 && shown !== shownBudget && budget) past.push({ name: 'budget', budget });
        shownBudget = shown;
        for (const stream of open.values()) stream.pump();
      },
      (thrown: unknown) => log(`the inspector could not read the budget: ${toFailure(thrown).message}`),
    );
  }

  function beat(): void {
    cancelBeat = later(limits.beatMs, beat);
    lookAround();
    for (const stream of open.values()) {
      stream.pump();
      const since = stream.blockedSince;
      if (since !== undefined && clock.elapsed() - since >= limits.stallMs) stream.destroy();
      else stream.beat();
    }
  }

  /** Keeps what changes from now on, for a while at least. */
  function attend(): void {
    cancelLinger?.();
    cancelLinger = undefined;
    if (closed) return;
    if (open.size === 0) cancelLinger = later(limits.lingerMs, rest);
    unwatch ??= reader.watch(take);
  }

  function rest(): void {
    for (const cancel of [cancelFlush, cancelBeat, cancelLook, cancelLinger, unwatch]) cancel?.();
    cancelFlush = cancelBeat = cancelLook = cancelLinger = unwatch = undefined;
    window = [];
    shownHealth = shownNeeds = shownBudget = '';
    past.forget();
  }

  /** The event a cursor names, if all that came after it is known; without a cursor the present. */
  function placeOf(cursor: string | undefined): number | undefined {
    if (cursor === undefined) return past.last;
    const dot = cursor.lastIndexOf('.');
    const seq = cursor.slice(dot + 1);
    if (cursor.slice(0, dot) !== boot || !/^\d{1,15}$/.test(seq)) return undefined;
    return past.covers(Number(seq)) ? Number(seq) : undefined;
  }

  return {
    mark(known) {
      boot = known;
      flush();
      attend();
      return { boot, cursor: `${boot}.${past.last}` };
    },
    publish: take,
    open(response, cursor, watch, isOwner) {
      if (closed) throw refuse(503, 'Straylight is stopping');
      const mostReaders = Math.floor(limits.streams / 4);
      const most = isOwner ? limits.streams : mostReaders;
      if (open.size >= limits.streams || (!isOwner && readers.size >= mostReaders))
        throw refuse(429, `expected at most ${most} open streams; close a page first`, { retryAfterMs: 5_000 });
      boot ??= reader.state().boot;
      flush();
      const from = placeOf(cursor);
      const id = clock.id();
      response.writeHead(200, { ...securityHeaders, 'Content-Type': 'text/event-stream; charset=utf-8' });
      const { elapsed } = clock;
      open.set(
        id,
        streamWriter({ id, boot, response, history: past, encode, elapsed, feedLag: limits.feedLag, log, watch, from }),
      );
      attend();
      lookAround();
      open.get(id)?.pump();
      cancelBeat ??= later(limits.beatMs, beat);
      if (!isOwner) readers.add(id);
      response.once('close', () => {
        open.delete(id);
        readers.delete(id);
        if (open.size > 0) return;
        cancelBeat?.();
        cancelBeat = undefined;
        attend();
      });
    },
    watch(streamId, watch) {
      const stream = open.get(streamId);
      stream?.watch(watch);
      return stream !== undefined;
    },
    endStreams() {
      flush();
      for (const stream of open.values()) stream.end();
    },
    close() {
      closed = true;
      this.endStreams();
      rest();
    },
  };
}
