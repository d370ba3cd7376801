/** How a scripted Telegram hands out its updates. */
import type { ServerResponse } from 'node:http';
import type { Update } from 'grammy/types';
import { ApiError, type Params, type Poll, type World } from './world.ts';

/**
 * getUpdates: `offset` confirms, `timeout` waits, a push wakes it, and the newest poll takes over from an older one.
 */
export function longPoll(world: World): {
  poll(params: Params, response: ServerResponse | undefined): Promise<{ readonly value: unknown } | undefined>;
} {
  let takeOver: (() => void) | undefined;
  return {
    async poll(params, response) {
      if (world.webhook !== '')
        throw new ApiError(
          409,
          "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        );
      const number = (field: string): number | undefined =>
        params[field] === undefined ? undefined : Number(params[field]);
      const offset = number('offset');
      const limit = Math.min(Math.max(number('limit') ?? 100, 1), 100);
      const timeout = Math.min(number('timeout') ?? 0, 50);
      const allowed = params['allowed_updates'];
      if (allowed !== undefined)
        world.allowedUpdates = (typeof allowed === 'string' ? JSON.parse(allowed) : allowed) as string[];
      if (offset !== undefined && offset < 0) world.queue = world.queue.slice(offset);
      else if (offset !== undefined) world.queue = world.queue.filter(update => update.update_id >= offset);
      takeOver?.();
      const record: { -readonly [K in keyof Poll]: Poll[K] } = {
        offset,
        timeout,
        limit,
        delivered: [],
      };
      world.polls.add(record);
      const end = await new Promise<'answered' | 'conflict' | 'gone'>(resolve => {
        const timer = setTimeout(() => resolve('answered'), timeout * 1000);
        const settle = (how: 'answered' | 'conflict' | 'gone'): void => {
          clearTimeout(timer);
          resolve(how);
        };
        takeOver = () => settle('conflict');
        world.wake = () => settle('answered');
        response?.once('close', () => settle('gone'));
        if (world.queue.length > 0 || timeout === 0) settle('answered');
      });
      if (end !== 'conflict') {
        takeOver = undefined;
        world.wake = () => {};
      }
      const updates: readonly Update[] = end === 'answered' ? world.queue.slice(0, limit) : [];
      record.end = end;
      record.delivered = updates.map(update => update.update_id);
      world.polls.changed();
      if (end === 'gone') return undefined;
      if (end === 'conflict')
        throw new ApiError(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        );
      return { value: updates };
    },
  };
}
