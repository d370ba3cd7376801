/**
 * Long polling in which nothing is acknowledged before it is taken.
 *
 * Telegram forgets an update once a poll names a higher offset, so the offset follows what was handled, one update at a
 * time and in order of their ids. It is named once and then left out: after a quiet week Telegram draws new ids at
 * random, which an old offset would hide.
 */

import type { Update } from 'grammy/types';
import { dropOldest } from '../../../../domain/collections/drop-oldest.ts';
import { type Failure, Fault, fault } from '../../../../domain/supervision/failure.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { TelegramClient } from '../client.ts';
import { wantedUpdates } from './update-meaning.ts';
import { isOneBreath, utteranceFrom, waitsFor } from './utterances.ts';

/** Takes one update, with the `others` that were said with it; a failure means that they were not taken and must come again. */
export type TakeUpdate = (
  update: Update,
  signal: AbortSignal,
  others?: readonly Update[],
) => Promise<Failure | undefined>;

export interface Receiving {
  /**
   * Polls until the signal (then ends quietly) or a failure (then throws it); the next call goes on where this one
   * stood.
   */
  run(take: TakeUpdate, signal: AbortSignal): Promise<void>;
}

/** The last ids are kept, so that an update delivered twice to one process is handled once. */
const keptIds = 2000;

export function receiving(
  client: TelegramClient,
  pollSeconds: number,
  onMalformed: (update: unknown) => void,
  clock: Pick<Clock, 'after'>,
  /** How long a message that looks whole may go on; 0: only the parts of an album are put together. */
  gatherMs: number,
): Receiving {
  const taken = new Set<number>();
  /** What was said at the end of a poll, and may go on: its parts so far. */
  let open = '';
  /** Above the last update taken, while Telegram does not know of it yet. */
  let offset: number | undefined;

  async function poll(signal: AbortSignal): Promise<readonly Update[]> {
    const updates = await client.call('getUpdates', 'again', signal, (api, native) =>
      api.getUpdates({ ...defined({ offset }), timeout: pollSeconds, allowed_updates: wantedUpdates }, native),
    );
    // The answer proves that the offset arrived.
    offset = undefined;
    return Array.isArray(updates) ? updates : [];
  }

  async function takeAll(updates: readonly Update[], take: TakeUpdate, signal: AbortSignal): Promise<void> {
    const inOrder = numbered(updates, onMalformed);
    const last = lastUtterance(inOrder, gatherMs > 0);
    const lastIds = last.map(part => part.update_id).join();
    for (const [at, update] of inOrder.entries()) {
      // parts of what was taken are confirmed with it, also on the way out
      if (signal.aborted && !taken.has(update.update_id)) return;
      const parts = utteranceFrom(inOrder, at, gatherMs > 0);
      const ids = parts.map(part => part.update_id);
      if (!taken.has(update.update_id)) {
        const isBefore = gatherMs > 0 && last[0] !== undefined && isBreath(update, last[0]);
        const waitMs = ids.join() === lastIds || isBefore ? waitsFor(last, gatherMs) : 0;
        if (waitMs > 0 && open !== lastIds) {
          open = lastIds;
          return await pause(waitMs, signal);
        }
        const failure = await take(update, signal, parts.slice(1));
        if (failure !== undefined) throw new Fault(failure);
      }
      for (const id of ids) taken.add(id);
      dropOldest(taken, keptIds);
      offset = update.update_id + 1;
    }
  }

  /** The rest has a moment to come; nothing of it is confirmed, so the next poll brings all of it. */
  function pause(waitMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(waitMs, resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(cancel);
  }

  /**
   * What was taken is confirmed on the way out, so that the next process does not hear it again; failing costs nothing.
   */
  async function confirm(): Promise<void> {
    if (offset === undefined) return;
    const upTo = offset;
    await client
      .call('getUpdates', 'again', AbortSignal.timeout(2000), (api, native) =>
        api.getUpdates({ offset: upTo, limit: 1, timeout: 0 }, native),
      )
      .then(
        () => (offset = undefined),
        () => {},
      );
  }

  return {
    async run(take, signal) {
      try {
        while (!signal.aborted) await takeAll(await poll(signal), take, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      await confirm();
    },
  };
}

/** The one with the newest update, which may go on in the next poll. */
function lastUtterance(updates: readonly Update[], isGathered: boolean): readonly Update[] {
  const newest = updates.at(-1)?.update_id;
  const seen = new Set<number>();
  for (const [at, { update_id }] of updates.entries()) {
    if (seen.has(update_id)) continue;
    const parts = utteranceFrom(updates, at, isGathered);
    for (const part of parts) seen.add(part.update_id);
    if (newest !== undefined && seen.has(newest)) return parts;
  }
  return [];
}

/** What cannot be read stands alone. */
function isBreath(one: Update, other: Update): boolean {
  try {
    return isOneBreath(one, other);
  } catch {
    return false;
  }
}

/** The updates in order of their ids. Throws if none has one: there would be nothing to confirm, for ever. */
function numbered(updates: readonly Update[], onMalformed: (update: unknown) => void): readonly Update[] {
  const found = updates.filter(update => Number.isSafeInteger(update?.update_id));
  for (const update of updates) if (!found.includes(update)) onMalformed(update);
  if (updates.length > 0 && found.length === 0)
    throw fault('unavailable', 'Telegram sent updates without an id; is channels.telegram.api_root a Bot API server?');
  return found.toSorted((a, b) => a.update_id - b.update_id);
}
