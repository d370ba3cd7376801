import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellOfQueue } from '../../../src/actors/approvals/queue-notices.ts';
import type { System } from '../../../src/actors/runtime/system.ts';
import type { ApprovalRow } from '../../../src/domain/supervision/view.ts';
import type { Feed } from '../../../src/ports/host.ts';
import { card } from '../../contracts/channel.ts';

test('given as many cards as may be, when more approvals wait, then the owner is told once, and again with the next queue', () => {
  const told: unknown[] = [];
  let see: (leaf: string) => void = () => {};
  let rows: readonly Pick<ApprovalRow, 'card' | 'queued'>[] = [];
  const feed = {
    subscribe: (each: (frame: unknown) => void) => {
      see = leaf => each({ kind: 'step', row: { machine: 'approval-desk', leaf } });
      return () => {};
    },
  } as unknown as Feed;
  const system = {
    accept: async (given: { readonly dedupe?: string; readonly event: object }) => void told.push(given),
  } as unknown as System;
  tellOfQueue(feed, { conversation: { approvals: () => rows as ApprovalRow[] }, system, language: 'en' });
  const shown = ['a', 'b', 'c'].map(key => ({ card: { ...card, key } }));
  const queued = (key: string) => ({ card: { ...card, key, intent: `Run “rm ${key}”.` }, queued: true });

  rows = shown;
  see('full');
  assert.deepEqual(told, []);
  rows = [...shown, queued('d')];
  see('full');
  rows = [...shown, queued('d'), queued('e')];
  see('full');
  assert.equal(told.length, 1);
  assert.partialDeepStrictEqual(told[0], {
    target: 'supervisor',
    dedupe: 'queued:d',
    event: {
      code: 'aside',
      text: 'One more approval waits behind the 3 before you: Run “rm d”. /approvals shows it too.',
    },
  });
  see('idle');
  see('full');
  assert.match(JSON.stringify(told[1]), /2 more approvals wait behind the 3 before you/);
});
