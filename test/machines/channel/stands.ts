/** Where channel tests begin. */
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import { channelMachine } from '../../../src/machines/channel/chart.ts';
import { begin, type Stand } from '../play.ts';

export type Channel = Stand<typeof channelMachine>;

export const channel = (): Channel =>
  begin({ machine: channelMachine, address: 'channel:telegram', input: { name: 'telegram' } });

export const start = { type: 'channel.started' };

export const halt = { type: 'channel.stopped' };

export const online = () => channel().send(start).ends('connection', { identity: '@agent' });

export const reply = (delivery: string, chat = '42') => ({ type: 'delivery.queued', delivery, chat });

export const outgoing = (delivery: string, change: object = {}) => ({
  kind: 'reply',
  delivery,
  chat: '42',
  part: 0,
  attempt: 1,
  repeat: false,
  ...change,
});

export const line = 'line-42';

export const down: Failure = { kind: 'unavailable', message: 'no network' };

export const busy: Failure = { kind: 'unavailable', message: 'too many requests', retryAfterMs: 7_000 };

export const refused: Failure = { kind: 'denied', message: 'the token is wrong' };

export const unknown: Failure = { kind: 'unknown', message: 'it died while delivery was under way' };
