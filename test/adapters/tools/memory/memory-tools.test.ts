import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { rehearsalModels } from '../../../../src/adapters/models/rehearsal/rehearsal.ts';
import { sqliteConversationStore } from '../../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase } from '../../../../src/adapters/stores/sqlite/database.ts';
import { conversationSearch } from '../../../../src/adapters/stores/sqlite/memories/conversation-search.ts';
import { memoryStore } from '../../../../src/adapters/stores/sqlite/memories/memories.ts';
import { askOwner } from '../../../../src/adapters/tools/ask-owner.ts';
import { memoryForget } from '../../../../src/adapters/tools/memory/forget.ts';
import { memoryRead } from '../../../../src/adapters/tools/memory/read.ts';
import { memorySave } from '../../../../src/adapters/tools/memory/save.ts';
import { memorySearch } from '../../../../src/adapters/tools/memory/search.ts';
import { memoryUpdate } from '../../../../src/adapters/tools/memory/update.ts';
import type { Taint } from '../../../../src/domain/policy/taint.ts';
import { defined } from '../../../../src/domain/text/json.ts';
import type { ModelMessage } from '../../../../src/ports/model.ts';
import type { AskingTool, RecordingTool, RunningTool, Tool, ToolContext } from '../../../../src/ports/tool.ts';
import { household, tuned, unseen } from '../../stores/sqlite/memories/other-words.ts';

const contextOf = (session: string): ToolContext => ({ ...context, session });

const context: ToolContext = {
  session: 's',
  turn: 't',
  call: 'c',
  taint: 'owner',
  signal: new AbortController().signal,
  progress: () => {},
};

function agent() {
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: () => 1 });
  const store = memoryStore(database);
  const conversation = sqliteConversationStore(database);
  const sources = {
    memories: store,
    conversations: conversationSearch(database),
    timeZone: 'UTC',
    now: () => Date.UTC(2026, 10, 23, 12),
  };
  const save = memorySave(store) as RecordingTool;
  const search = memorySearch(sources) as RunningTool;
  return {
    store,
    save,
    conversation,
    search,
    update: memoryUpdate(store) as RecordingTool,
    forget: memoryForget(store, id => void store.remove(id)) as RecordingTool,
    read: memoryRead(store, conversation) as RunningTool,
    keep: (content: string, taint: Taint = 'owner', at = 1_700_000_000_000) =>
      save.record(save.schema.parse({ content }), { session: 's', call: 'c', at, taint }),
    find: (query: string) => search.run(search.schema.parse({ query }), context),
  };
}

const textOf = (problem: string | { readonly text: string } = '') =>
  typeof problem === 'string' ? problem : problem.text;

test('given memory_save, when it records, then the memory is found by memory_search with its origin', async () => {
  const { save, keep, find, store } = agent();
  const args = save.schema.parse({ content: '  my sister was born on 4 May ' });
  assert.deepEqual(save.receipt(args), { code: 'memorySaved', values: { content: 'my sister was born on 4 May' } });
  keep('my sister was born on 4 May');
  const found = await find("when is my sister's birthday?");
  assert.equal(
    found.text,
    'Found in memory, best first:\n- my sister was born on 4 May [fact, from the owner, 2023-11-14, ID]'.replace(
      'ID',
      store.list({ limit: 1 })[0]?.id ?? '',
    ),
  );
  assert.equal(found.taint, 'owner');
  assert.partialDeepStrictEqual(store.list({ limit: 5 })[0], { source: 'owner', uses: 1 });
});

test('given the same sentence twice, when it is saved, then there is one memory', () => {
  const { keep, store } = agent();
  keep('I like tea');
  keep('I  like Tea.');
  keep('I like coffee');
  assert.equal(store.list({ limit: 5 }).length, 2);
});

test('given a conversation with text from outside, when it saves, then that waits for the owner and is not found before', async () => {
  const { save, keep, find, store } = agent();
  keep('I like tea');
  keep('the page says tea is poison', 'external');
  assert.equal((await find('tea poison')).text.includes('poison'), false);
  const [waiting] = store.list({ status: 'pending', limit: 5 });
  assert.partialDeepStrictEqual(waiting, { content: 'the page says tea is poison', source: 'tool', taint: 'external' });
  assert.deepEqual(save.taintedReceipt, { code: 'memoryPending' });
  keep('I like tea', 'external', 1_700_000_000_001);
  assert.equal(store.counts().active, 1, 'what is known already stays as it was');
});

test('given a memory that is marked as from outside, when it is found, then the result says so', async () => {
  const { find, store } = agent();
  const memory = { kind: 'fact', status: 'active', source: 'tool', session: 's', at: 1 } as const;
  store.save({ ...memory, content: 'the page says tea is poison', taint: 'external' });
  const found = await find('tea');
  assert.equal(found.taint, 'external');
  assert.match(found.text, /poison \[fact, from outside, not verified/);
});

test('given what is for one conversation, for a time, or private, when it is saved, then it is kept so', async () => {
  const { save, store } = agent();
  const said = { content: 'the code word is heron', here_only: true, private: true, days: 2, tags: ['code'] };
  save.record(save.schema.parse(said), { session: 's', call: 'c', at: 1_000, taint: 'owner' });
  assert.partialDeepStrictEqual(store.list({ limit: 1 })[0], {
    partition: 'task:s',
    sensitivity: 'private',
    tags: ['code'],
    expiresAt: 1_000 + 2 * 86_400_000,
  });
  assert.equal(store.search('code word', 5).length, 0, 'no other conversation reads it');
  assert.equal(store.search('code word', 5, ['global', 'task:s']).length, 1);
});

test('given memory_update, when it corrects, then the memory keeps its id; from outside, the new words wait beside the old', () => {
  const { keep, store, update } = agent();
  keep('I like tea');
  const id = store.list({ limit: 1 })[0]?.id ?? '';
  const correct = (content: string, taint: Taint, at: number) =>
    update.record(update.schema.parse({ id, content }), { session: 's', call: 'c', at, taint });
  correct('I like coffee', 'owner', 1_700_000_000_001);
  assert.deepEqual(
    store.get([id]).map(({ content }) => content),
    ['I like coffee'],
  );
  correct('I like poison', 'external', 1_700_000_000_002);
  assert.equal(store.get([id])[0]?.content, 'I like coffee');
  assert.partialDeepStrictEqual(store.list({ status: 'pending', limit: 5 }), [
    { content: 'I like poison', contradicts: id, taint: 'external' },
  ]);
  assert.match(textOf(update.problem?.({ id: 'memory:none', content: 'x' }, 's')), /There is no memory memory:none/);
});

test('given memory_forget, when it forgets, then the memory is gone; from outside, it stays', () => {
  const { keep, store, forget } = agent();
  keep('I like tea');
  const id = store.list({ limit: 1 })[0]?.id ?? '';
  const context = { session: 's', call: 'c', at: 1 };
  forget.record(forget.schema.parse({ id }), { ...context, taint: 'external' });
  assert.equal(store.get([id]).length, 1);
  forget.record(forget.schema.parse({ id }), { ...context, taint: 'owner' });
  assert.equal(store.get([id]).length, 0);
});

test('given a memory for one conversation alone, when another one asks for it by its id, then it is not there, and stays as it is', async () => {
  const { save, store, update, forget, read } = agent();
  const context = { call: 'c', at: 1, taint: 'owner' } as const;
  save.record(save.schema.parse({ content: 'the code word is heron', here_only: true }), { ...context, session: 's' });
  const id = store.list({ limit: 1 })[0]?.id ?? '';
  const words = { id, content: 'the code word is crane' };
  for (const session of ['other', undefined]) {
    assert.match(textOf(update.problem?.(words, session)), /There is no memory/);
    assert.match(textOf(forget.problem?.({ id }, session)), /There is no memory/);
  }
  update.record(update.schema.parse(words), { ...context, session: 'other' });
  forget.record(forget.schema.parse({ id }), { ...context, session: 'other' });
  assert.equal((await read.run(read.schema.parse({ id }), contextOf('other'))).failed, true);
  assert.equal(store.get([id])[0]?.content, 'the code word is heron');
  assert.equal(update.problem?.(words, 's'), undefined);
  update.record(update.schema.parse(words), { ...context, session: 's' });
  assert.match((await read.run(read.schema.parse({ id }), contextOf('s'))).text, /crane/);
});

test('given memory_read, when a memory is read, then it is shown with the words it comes from', async () => {
  const { keep, store, read, conversation } = agent();
  conversation.appendMessage({
    id: 'm1',
    session: 's',
    turn: 't1',
    role: 'owner',
    body: 'Remember: I like tea!',
    taint: 'owner',
    at: 1,
  });
  keep('I like tea');
  const id = store.list({ limit: 1 })[0]?.id ?? '';
  const { text } = await read.run(read.schema.parse({ id }), context);
  assert.match(
    text,
    /I like tea \[fact.*\nStatus: active\. Used 0 times\.[\s\S]*Said on 1970-01-01: “Remember: I like tea!”/,
  );
  assert.equal((await read.run(read.schema.parse({ id: 'memory:none' }), context)).failed, true);
});

test('given nothing that matches, when searching, then the latest are shown as what they are; of an empty memory that is said', async () => {
  const { keep, find } = agent();
  assert.equal((await find('xyz')).text, 'The memory is empty.');
  keep('a line\nwith a break');
  assert.match((await find('xyz')).text, /^Nothing was found\. The latest[\s\S]*\n- a line with a break \[/);
  assert.match((await find('what do you know about me?')).text, /a line with a break/);
});

test('given everything that is remembered, when all of it is asked for, then the latest are listed, whatever was said in conversations', async () => {
  const { keep, conversation, find } = agent();
  keep('my bike is red');
  const said = { id: 'm1', session: 's2', turn: 't2', role: 'owner', body: 'is everything * fine?', at: 1 } as const;
  conversation.appendMessage({ ...said, taint: 'owner' });
  assert.match((await find('*')).text, /^The latest memories:\n- my bike is red \[[^\n]*$/);
});

test('given what was said in conversations, when it is asked for by words and by time, then it is found, and not the question itself', async () => {
  const { conversation, search } = agent();
  const say = (id: string, text: string, at: number, more: object = {}) =>
    conversation.appendMessage({ id, session: 's', turn: id, role: 'owner', body: text, taint: 'owner', at, ...more });
  const day = (d: number, month = 10) => Date.UTC(2026, month, d, 9);
  say('m1', 'the roses in the garden need water', day(17));
  say('m2', 'the garden fence is broken', day(2, 4));
  say('m3', 'a page about gardens', day(18), { role: 'tool', tool: 'web_fetch', callId: 'c' });
  say('m4', 'the pond in the garden leaks', day(18), { taint: 'external' });
  say('m5', 'what did I say last week about the garden?', day(23), { turn: 't' });
  const found = async (query: string, where?: string) =>
    search.run(search.schema.parse({ query, ...defined({ where }) }), context);
  const lastWeek = await found('what did I say last week about the garden?');
  assert.match(lastWeek.text, /^Said in conversations, best first:\n\* 2026-11-1[78], the owner, in s: “the/);
  assert.match(lastWeek.text, /roses/);
  assert.match(lastWeek.text, /pond/);
  assert.doesNotMatch(lastWeek.text, /fence|last week|a page/);
  assert.equal(lastWeek.taint, 'external', 'what was not trusted then is not trusted now');
  assert.match((await found('garden im Mai', 'conversations')).text, /fence/);
  assert.equal((await found('garden last month', 'conversations')).text, 'Nothing was found.');
  conversation.setAside(['m1', 'm4'], 1);
  assert.equal((await found('what did I say last week about the garden?', 'conversations')).text, 'Nothing was found.');
});

test('given a memory and replies beside outside text with the same word, when it is looked up, then what is shown is trusted', async () => {
  const { conversation, search, keep } = agent();
  for (const word of ['locker', 'tent', 'wallet', 'printer', 'blue lock', 'clock', 'password', 'Spind']) {
    keep(`my ${word} is green`);
    conversation.appendMessage({
      id: word,
      session: 's',
      turn: word,
      role: 'assistant' as const,
      taint: 'external' as const,
      at: 1,
      body: `It did not work: ls: cannot access the ${word}`,
    });
    const find = async (query: string, where?: string) =>
      search.run(search.schema.parse({ query, ...defined({ where }) }), context);
    const both = await find(`my ${word}`);
    assert.match(both.text, new RegExp(`my ${word} is green`));
    assert.doesNotMatch(both.text, /cannot access/);
    assert.match(both.text, /More was said of it beside text from outside/);
    assert.equal(both.taint, 'owner', word);
    const said = await find(`my ${word}`, 'conversations');
    assert.match(said.text, /cannot access/);
    assert.equal(said.taint, 'external', word);
  }
});

test('given what was said twice and over several lines, when it is found, then it stands there once, on one line, with its place in words', async () => {
  const { conversation, search } = agent();
  for (const [id, at] of [
    ['m1', 1],
    ['m2', 2],
  ] as const)
    conversation.appendMessage({
      id,
      session: 'session:terminal:work',
      turn: id,
      role: 'owner' as const,
      taint: 'owner' as const,
      body: 'the shed (\n  the green one) has a code\nof its own',
      at,
    });
  const { text } = await search.run(search.schema.parse({ query: 'the code of the shed' }), context);
  assert.match(
    text,
    /^\* 1970-01-01, the owner, in the terminal \(work\): “the shed \(the green one\) has a code of its own”$/m,
  );
  assert.equal(text.match(/^\*/gm)?.length, 1);
});

test('given wrong arguments, when they are checked, then they are refused', () => {
  const { save } = agent();
  assert.equal(save.schema.safeParse({ content: '  ' }).success, false);
  assert.equal(save.schema.safeParse({ content: 'x', kind: 'skill' }).success, false);
  assert.equal(askOwner.schema.safeParse({ question: 'x', options: ['1', '2', '3', '4', '5'] }).success, false);
});

test('given ask_owner, when it has options, then they are numbered beneath the question', () => {
  const ask = askOwner as AskingTool;
  assert.equal(ask.question({ question: 'Tea?' }), 'Tea?');
  assert.equal(
    ask.question({ question: 'Tea or coffee?', options: ['tea', 'coffee'] }),
    'Tea or coffee?\n1. tea\n2. coffee',
  );
});

test('given each tool, when its schema becomes JSON Schema for a model, then it is an object with described members', () => {
  const { save, store } = agent();
  const tools: readonly Tool[] = [save, memorySearch({ memories: store } as never), askOwner];
  assert.deepEqual(
    tools.map(tool => [tool.name, tool.effect]),
    [
      ['memory_save', 'record'],
      ['memory_search', 'read'],
      ['ask_owner', 'ask'],
    ],
  );
  for (const tool of tools) {
    const json = z.toJSONSchema(tool.schema, { io: 'input' });
    assert.equal(json.type, 'object');
    for (const member of Object.values(json.properties ?? {}))
      assert.ok(typeof member === 'object' && member.description, tool.name);
  }
});

test('given facts told to the rehearsal model, when it is asked for them in other words, then nearly all replies quote the fact', async t => {
  const model = rehearsalModels();
  for (const [name, pairs] of [
    ['tuned', tuned],
    ['household', household],
    ['unseen', unseen],
  ] as const) {
    const { keep, find } = agent();
    for (const [content] of pairs) keep(content);
    let quoted = 0;
    let first = 0;
    for (const [content, question] of pairs) {
      const ask = async (messages: readonly ModelMessage[]) =>
        model.complete(
          {
            model: 'rehearsal',
            system: [],
            messages,
            tools: [{ name: 'memory_search', description: '', parameters: {} }],
            maxOutputTokens: 2000,
          },
          { signal: context.signal, onText: () => {} },
        );
      const asked: ModelMessage = { role: 'user', content: [{ type: 'text', text: question }] };
      const { toolCalls } = await ask([asked]);
      const [call] = toolCalls;
      assert.ok(call, question);
      const { text } = await find(JSON.parse(call.arguments).query);
      const reply = await ask([
        asked,
        { role: 'assistant', text: '', toolCalls },
        { role: 'tool', callId: call.id, name: call.name, text, failed: false },
      ]);
      if (reply.text.includes(content)) quoted += 1;
      if (/[“„]([^”“]+)[”“]/.exec(reply.text.slice(reply.text.indexOf('\n\n')))?.[1] === content) first += 1;
    }
    t.diagnostic(`${name}: ${quoted} of ${pairs.length} replies quote the fact, ${first} quote it first`);
    assert.ok(quoted >= 0.9 * pairs.length, name);
  }
});
