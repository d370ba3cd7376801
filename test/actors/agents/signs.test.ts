import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showSigns } from '../../../src/actors/agents/signs.ts';
import { createFeed } from '../../../src/actors/runtime/feed.ts';
import type { ActorRecord, JournalRecord } from '../../../src/ports/store.ts';

const chat = 'session:web:main';
const boss = 'session:agent:boss-1';
const helper = 'session:agent:researcher-2';
const step = 'session:agent:reviewer-3';

const children: Readonly<Record<string, { readonly agent: string; readonly parent: string; readonly call: string }>> = {
  [boss]: { agent: 'boss', parent: chat, call: 'tool-call:a' },
  [helper]: { agent: 'researcher', parent: boss, call: 'tool-call:b' },
  [step]: { agent: 'reviewer', parent: chat, call: 'tool-call:plan/look.1' },
};

function watched() {
  const feed = createFeed(error => {
    throw error;
  });
  const shown: string[] = [];
  feed.subscribe(frame => {
    if (frame.kind !== 'progress') return;
    const { session, call, text } = frame.event as unknown as Record<string, string>;
    shown.push(`${session} ${call} ${text}`);
  });
  showSigns({ feed, childOf: session => children[session], language: 'en', timeZone: 'UTC' });
  const row = (record: Partial<ActorRecord>) =>
    feed.publish({
      kind: 'step',
      row: { status: 'active', since: 3_723_000, ...record } as ActorRecord,
      entry: {} as JournalRecord,
    });
  const call = (parent: string, intent: string, leaf = 'acting.reading') =>
    row({
      address: 'tool-call:x',
      machine: 'tool-call',
      parent,
      leaf,
      state: JSON.stringify({ value: leaf, context: { call: { tool: 't', intent } } }),
    });
  const session = (address: string, leaf: string) => row({ address, machine: 'session', leaf });
  return { shown, call, session };
}

test('given agents at work, when each does something else, then the call that gave its work says so once, with since when, up to the conversation at the top', () => {
  const { shown, call, session } = watched();
  session(boss, 'thinking.completing');
  session(boss, 'thinking.completing');
  call(helper, 'Read a.txt');
  call(helper, 'Fetch b', 'waitingForInput');
  call(step, 'Read c.txt');
  session(boss, 'waitingForModel');
  call(chat, 'Run ls');
  session(chat, 'thinking.completing');
  assert.deepEqual(shown, [
    `${chat} tool-call:a Thinking (since 01:02:03)\n`,
    `${boss} tool-call:b Read a.txt (since 01:02:03)\n`,
    `${chat} tool-call:a ↳ researcher: Read a.txt (since 01:02:03)\n`,
    `${boss} tool-call:b Waiting for you: Fetch b (since 01:02:03)\n`,
    `${chat} tool-call:a ↳ researcher: Waiting for you: Fetch b (since 01:02:03)\n`,
    `${chat} tool-call:plan reviewer: Read c.txt (since 01:02:03)\n`,
    `${chat} tool-call:a Waiting for a model (since 01:02:03)\n`,
  ]);
});
