import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showPreviews } from '../../../src/actors/conversation/previews.ts';
import { createFeed } from '../../../src/actors/runtime/feed.ts';
import { screenChannel } from '../../../src/adapters/channels/screen/screen.ts';
import type { RunningCall } from '../../../src/ports/channel.ts';
import type { FeedFrame } from '../../../src/ports/host.ts';
import type { ActorRecord, JournalRecord } from '../../../src/ports/store.ts';

function watched() {
  const feed = createFeed(error => {
    throw error;
  });
  const shown: unknown[] = [];
  const channel = {
    ...screenChannel({ name: 'web', ownerChats: [] }),
    preview: (chat: string, turn: string, text: string | undefined, running: readonly RunningCall[] = []) =>
      void shown.push([chat, turn, text, ...running.map(({ what, since, output }) => [what, since, output])]),
  };
  showPreviews(feed, new Map([['web', channel]]));
  const writes = (delta: string, owner = 'session:web:main:7') =>
    feed.publish({
      kind: 'progress',
      owner,
      effect: `${owner}#3.0`,
      src: 'completion',
      event: { type: 'text.delta', turn: 't1', delta },
    });
  const steps = (leaf: string, address = 'session:web:main:7') => {
    const frame = { kind: 'step', row: { address, leaf } as ActorRecord, entry: {} as JournalRecord };
    feed.publish(frame as FeedFrame);
  };
  const call = (leaf: string, name = 'c1', status = 'active') => {
    const context = {
      turn: 't1',
      call: { tool: 'execute_command', callId: name, intent: `Run ${name}`, effect: 'act' },
    };
    const row = {
      address: `tool-call:${name}`,
      machine: 'tool-call',
      parent: 'session:web:main:7',
      status,
      leaf,
      since: 5,
      state: JSON.stringify({ value: leaf, context }),
    };
    feed.publish({ kind: 'step', row: row as unknown as ActorRecord, entry: {} as JournalRecord });
  };
  const prints = (text: string, name = 'c1') =>
    feed.publish({
      kind: 'progress',
      owner: `tool-call:${name}`,
      effect: 'e',
      src: 'execution',
      event: { type: 'tool.progress', session: 'session:web:main:7', call: `tool-call:${name}`, text },
    });
  return { shown, writes, steps, call, prints };
}

test('given words as they come, when they are shown, then each time all so far, and when the step is over, that it is over', () => {
  const { shown, writes, steps } = watched();
  writes('Hel');
  writes('lo');
  steps('evaluating');
  assert.deepEqual(shown, [
    ['main:7', 't1', 'Hel'],
    ['main:7', 't1', 'Hello'],
    ['main:7', 't1', undefined],
  ]);
  steps('idle');
  assert.equal(shown.length, 3, 'once');
});

test('given a model that is asked again, when it writes anew, then its first words do not stand before them', () => {
  const { shown, writes, steps } = watched();
  writes('First try');
  steps('thinking.completing');
  writes('Second');
  assert.deepEqual(shown.at(-1), ['main:7', 't1', 'Second']);
});

test('given a channel that is not set up, or another who steps, when words come, then nothing breaks', () => {
  const { shown, writes, steps } = watched();
  writes('Hello', 'session:pigeon:1');
  steps('evaluating', 'session:pigeon:1');
  steps('idle', 'session:web:other');
  assert.deepEqual(shown, []);
});

test('given tools that run, when they begin, write and end, then each is shown beneath the words with its time, until the turn is over', () => {
  const { shown, writes, steps, call, prints } = watched();
  writes('Let me look.');
  steps('acting');
  call('thinking.judging');
  call('acting');
  prints('one\ntwo\n');
  call('acting', 'c2');
  call('evaluating', 'c2', 'done');
  call('evaluating', 'c1', 'done');
  steps('thinking.completing');
  writes('Done.');
  steps('evaluating');
  assert.deepEqual(shown, [
    ['main:7', 't1', 'Let me look.'],
    ['main:7', 't1', 'Let me look.', ['Run c1', 5, undefined]],
    ['main:7', 't1', 'Let me look.', ['Run c1', 5, 'two']],
    ['main:7', 't1', 'Let me look.', ['Run c1', 5, 'two'], ['Run c2', 5, undefined]],
    ['main:7', 't1', 'Let me look.', ['Run c1', 5, 'two']],
    ['main:7', 't1', 'Let me look.'],
    ['main:7', 't1', 'Done.'],
    ['main:7', 't1', undefined],
  ]);
});

test('given a tool that waits for its owner, or was ended by force, when it is shown, then not as one that runs', () => {
  const { shown, steps, call, prints } = watched();
  call('waitingForInput.approval');
  assert.deepEqual(shown, []);
  call('acting');
  call('acting', 'c1', 'stopped');
  prints('too late');
  assert.deepEqual(shown, [
    ['main:7', 't1', '', ['Run c1', 5, undefined]],
    ['main:7', 't1', ''],
  ]);
  steps('waitingForInput');
  assert.deepEqual(shown.at(-1), ['main:7', 't1', undefined]);
});
