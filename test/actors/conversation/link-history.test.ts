import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksOf } from '../../../src/actors/conversation/link-history.ts';
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import type { ToolRequest } from '../../../src/domain/tools/tool.ts';
import type { ToolCallRecord } from '../../../src/ports/conversation-store.ts';
import { openStores, session } from '../stores.ts';

const url = 'https://news.example/second';
const away = 'https://other.example/third';
const page = `URL: https://news.example/\nStatus: 200 OK\nType: text/html\n\n[second](${url}) [third](${away})`;

/** One link out of three, the end among them: ten of these are 15.8 bits. */
const most = 10;

function agent(t: { after(close: () => void): void }) {
  const stores = openStores(t);
  const { conversation, say } = stores;
  let calls = 0;
  const ended = (answer: string | undefined, more: Partial<ToolCallRecord> = {}) => {
    const at = ++calls * 10;
    const call = {
      address: `call-${calls}`,
      session,
      turn: 'turn-1',
      callId: `c${calls}`,
      tool: 'web_fetch',
      digest: '',
    };
    conversation.recordToolCall({
      ...call,
      level: 0,
      reasons: [],
      outcome: 'done',
      failed: false,
      at,
      endedAt: at + 1,
      ...more,
    });
    const { tool, callId } = { ...call, ...more };
    if (answer !== undefined) say('tool', answer, { id: call.address, taint: 'external', tool, callId });
  };
  const asked = (...names: readonly string[]) => {
    const toolCalls = names.map(name => ({ callId: `r${++calls}`, name, arguments: '{}' }) as unknown as ToolRequest);
    return say('assistant', '', { toolCalls });
  };
  const judged = (address: string, of = session) => linksOf(conversation, of, declaredTools)(address);
  return { ...stores, ended, asked, judged };
}

test('given a page that was fetched, when its links are judged, then in that conversation, before and after it is set aside', t => {
  const { ended, judged, conversation } = agent(t);
  assert.equal(judged(url), undefined);
  ended(page);
  assert.equal(judged(url), 'followed');
  assert.equal(judged(away), 'followed');
  assert.equal(judged(url, 'session:terminal:other'), undefined);
  conversation.setAside(['call-1'], 5);
  assert.equal(judged(url), 'followed');
});

test('given the same text as the answer of anything else, when its links are judged, then it is no page', t => {
  const { ended, judged, say, asked } = agent(t);
  for (const tool of ['read_file', 'execute_command', 'browser', 'web_request', 'memory_search', 'my_tool'])
    ended(page, { tool });
  for (const outcome of ['failed', 'denied', 'expired', 'cancelled', 'unknown'] as const) ended(page, { outcome });
  say('owner', page, { taint: 'external' });
  say('notice', page, { taint: 'external' });
  say('tool', page, { tool: 'web_fetch', callId: 'made-up' });
  asked('web_fetch');
  assert.equal(judged(url), undefined);
});

test('given links that were followed, when the next is judged, then what the owner typed or allowed does not count', t => {
  const { ended, judged } = agent(t);
  ended(page);
  for (let followed = 0; followed < most; followed++) {
    assert.equal(judged(url), 'followed', `${followed} before it`);
    ended(page, { level: 1 });
    ended(page, { level: 0 });
    ended(page, { level: 2 });
  }
  assert.equal(judged(url), 'budget');
});

test('given links that failed or were set aside, when the next is judged, then they count', t => {
  const { ended, judged, conversation } = agent(t);
  ended(page);
  for (const at of Array(most).keys()) {
    ended('It did not answer.', { level: 1, outcome: at % 2 === 0 ? 'failed' : 'cancelled' });
    conversation.setAside([`call-${at + 2}`], 5);
  }
  assert.equal(judged(url), 'budget');
});

test('given calls that are under way, when a link is judged, then they count, and those that wait for the owner do not', t => {
  const { ended, asked, judged, say, conversation } = agent(t);
  ended(page);
  for (const _ of Array(most - 1).keys()) ended(page, { level: 1 });
  const waiting = asked('web_fetch');
  const [{ callId = '' } = {}] = conversation.message(waiting)?.toolCalls ?? [];
  assert.equal(judged(url), 'budget');
  say('tool', 'It waits for approval.', { tool: 'web_fetch', callId });
  assert.equal(judged(url), 'followed');
});

test('given links of one reply, when they are judged, then each counts for the next', t => {
  const { ended, conversation } = agent(t);
  ended(page);
  const link = linksOf(conversation, session, declaredTools);
  const verdicts = Array.from({ length: most + 1 }, () => link(url));
  assert.deepEqual(verdicts, [...Array(most).fill('followed'), 'budget']);
});

for (const tool of ['execute_command', 'browser', 'web_request', 'create_tool', 'my_tool', 'shop_search'])
  test(`given ${tool} in the conversation, ended or under way, when links are judged, then none to another site is followed`, t => {
    for (const isEnded of [true, false]) {
      const { ended, asked, judged } = agent(t);
      ended(page);
      if (isEnded) ended('', { tool });
      else asked(tool);
      assert.deepEqual([judged(url), judged(away)], ['followed', 'site']);
    }
  });

test('given more pages than are looked through, when a link is judged, then it asks', t => {
  const { ended, judged } = agent(t);
  for (const _ of Array(50).keys()) ended(page);
  assert.equal(judged(url), 'followed');
  ended(page);
  assert.equal(judged(url), 'budget');
});
