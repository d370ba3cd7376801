import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import { channelMachine } from '../../../src/machines/channel/chart.ts';
import { channelView } from '../../../src/machines/channel/view.ts';
import { begin, storedAs } from '../play.ts';

const down: Failure = { kind: 'unavailable', message: 'no network' };

test('given a channel that was lost, when it is viewed, then who it was, why it was lost and what waits in it is there', () => {
  const stand = begin({ machine: channelMachine, address: 'channel:telegram', input: { name: 'telegram' } })
    .send({ type: 'channel.started' })
    .ends('connection', { identity: '@agent' })
    .fails('inbox', down)
    .send({ type: 'delivery.queued', delivery: 'd1', chat: '42' });
  assert.partialDeepStrictEqual(channelView(storedAs(channelMachine, stand)), {
    identity: '@agent',
    failure: down,
    attempt: 1,
    waiting: { count: 1 },
  });
});
