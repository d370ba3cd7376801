/**
 * Long polling in which nothing is acknowledged before it is taken.
 *
 * Telegram forgets an update once a poll names a higher offset, so the offset follows what was handled, one update at a time and in
 * order of their ids. It is named once and then left out: after a quiet week Telegram draws new ids at random, which an old offset would hide.
 */
import type { Update } from 'grammy/types';
import { type Failure, Fault, fault } from '../../machines/domain/failure.ts';
import type { TelegramClient } from './telegram-client.ts';
import { wantedUpdates } from './telegram-intake.ts';

/** Takes one update; a failure means that it was not taken and must come again. */
export type TakeUpdate = (update: Update, signal: AbortSignal) => Promise<Failure | undefined>;

export interface Receiving {
  /** Polls until the signal (then ends quietly) or a failure (then throws it); the next call goes on where this one stood. */
  run(take: TakeUpdate, signal: AbortSignal): Promise<void>;
}

/** The last ids are kept, so that an update delivered twice to one process is handled once. */
const keptIds = 2000;

export function receiving(
  client: TelegramClient,
  pollSeconds: number,
  onMalformed: (update: unknown) => void,
): Receiving {
  const taken = new Set<number>();
  /** Above the last update taken, while Telegram does not know of it yet. */
  let offset: number | undefined;

  async function poll(signal: AbortSignal): Promise<readonly Update[]> {
    const updates = await client.call('getUpdates', 'again', signal, (api, native) =>
      api.getUpdates(
        { ...(offset === undefined ? {} : { offset }), timeout: pollSeconds, allowed_updates: wantedUpdates },
        native,
      ),
    );
    // The answer proves that the offset arrived.
    offset = undefined;
    return Array.isArray(updates) ? updates : [];
  }

  async function takeAll(updates: readonly Update[], take: TakeUpdate, signal: AbortSignal): Promise<void> {
    const numbered = updates.filter(update => Number.isSafeInteger(update?.update_id));
    for (const update of updates) if (!numbered.includes(update)) onMalformed(update);
    // Without a number there is nothing to confirm, and the same answer would come at once, for ever.
    if (updates.length > 0 && numbered.length === 0)
      throw fault(
        'unavailable',
        'Telegram sent updates without an id; is channels.telegram.api_root a Bot API server?',
      );
    for (const update of numbered.toSorted((a, b) => a.update_id - b.update_id)) {
      if (signal.aborted) return;
      const failure = taken.has(update.update_id) ? undefined : await take(update, signal);
      if (failure !== undefined) throw new Fault(failure);
      taken.add(update.update_id);
      for (const oldest of taken) if (taken.size > keptIds) taken.delete(oldest);
      offset = update.update_id + 1;
    }
  }

  /** What was taken is confirmed on the way out, so that the next process does not hear it again; failing costs nothing. */
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
