import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showPreviews } from '../../../src/actors/conversation/previews.ts';
import { createFeed } from '../../../src/actors/runtime/feed.ts';
import { screenChannel } from '../../../src/adapters/channels/screen/screen.ts';
import type { FeedFrame } from '../../../src/ports/host.ts';
import type { ActorRecord, JournalRecord } from '../../../src/ports/store.ts';

function watched() {
  const feed = createFeed(error => {
    throw error;
  });
  const shown: unknown[] = [];
  const channel = {
    ...screenChannel({ name: 'web', ownerChats: [] }),
    preview: (chat: string, turn: string, text: string | undefined) => void shown.push([chat, turn, text]),
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
  return { shown, writes, steps };
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
