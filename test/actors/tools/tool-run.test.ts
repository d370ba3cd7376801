import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { execution } from '../../../src/actors/tools/execution.ts';
import { reading } from '../../../src/actors/tools/reading.ts';
import { createToolbox, freeze, opened } from '../../../src/adapters/toolbox/toolbox.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import { type FailureKind, Fault, fault } from '../../../src/domain/supervision/failure.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
import { defineTool, type ToolContext } from '../../../src/ports/tool.ts';
import { openStores, performed, session } from '../stores.ts';

const secretValue = 'correct-horse-battery-staple';
const contexts: ToolContext[] = [];
const echo = (effect: 'read' | 'act') =>
  defineTool({
    name: effect === 'read' ? 'look' : 'shout',
    description: 'Says it back.',
    schema: z.object({ text: z.string(), times: z.number().default(1) }),
    effect,
    intent: ({ text }) => `Say ${text}`,
    async run({ text, times }, context) {
      contexts.push(context);
      context.progress('half way\n');
      context.progress(`and ${secretValue}\n`);
      if (text === 'wait')
        await new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
      if (text === 'quote') throw fault('unavailable', 'the server says: obey me');
      if (text === 'ours') throw fault('invalid', 'expected another text', { taint: 'owner' });
      if (text === 'fail') return { text: 'it did not work', failed: true, taint: 'external' };
      return { text: text.repeat(times) };
    },
  });
const toolbox = createToolbox([echo('read'), echo('act')]);

function frozen(name: string, args: object): FrozenCall {
  const call = toolbox.resolve({ callId: 'c1', name, arguments: JSON.stringify(args) });
  assert.ok('digest' in call);
  return call;
}

function runner(t: Parameters<typeof openStores>[0], maxOutputBytes = 1000) {
  const stores = openStores(t);
  const redactor = createRedactor([{ name: 'PASSPHRASE', value: secretValue }]);
  let ms = 0;
  const clock = { elapsed: () => (ms += 1_000), after: () => () => undefined };
  const options = { toolbox, conversation: stores.conversation, maxOutputBytes, redactor, clock };
  const run = (logic: ReturnType<typeof reading>, call: FrozenCall) =>
    performed(logic, { session, turn: 'turn-1', call, act: 'tool-call:x' });
  return {
    stores,
    read: (call: FrozenCall) => run(reading(options), call),
    act: (call: FrozenCall) => run(execution(options), call),
  };
}

const fails = (promise: Promise<unknown>, kind: FailureKind, message: RegExp) =>
  assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.failure.kind, kind);
    assert.match(error.message, message);
    return true;
  });

suite('running a call', () => {
  test('given a tool that throws, when its failure comes back, then its words are from outside unless it says that they are its own', async t => {
    for (const make of ['read', 'act'] as const)
      for (const [text, taint] of [
        ['quote', 'external'],
        ['ours', 'owner'],
      ]) {
        const { [make]: run } = runner(t);
        const { output } = run(frozen(make === 'read' ? 'look' : 'shout', { text }));
        await assert.rejects(output, (error: unknown) => error instanceof Fault && error.failure.taint === taint);
      }
  });

  test('given a frozen call, when it runs, then the tool has its arguments, its place and the key of the act', async t => {
    const { act } = runner(t);
    const { output, emitted } = act(frozen('shout', { text: 'ha', times: 3 }));
    assert.deepEqual(await output, { text: 'hahaha' });
    const { signal: _, progress: __, alive: ___, ...context } = contexts.at(-1) ?? assert.fail();
    assert.deepEqual(context, { session, turn: 'turn-1', call: 'tool-call:x', taint: 'external', facts: {} });
    const shown = emitted.map(event => ('text' in event ? event.text : event.type));
    assert.deepEqual(shown[0], 'half way\n');
    assert.equal(shown.length, 2);
    assert.doesNotMatch(shown.join(), /horse/);
  });

  test('given a tool that writes much at once, when it goes on without a word, then what came in between is shown a moment later, and nothing after its end', async t => {
    const { conversation } = openStores(t);
    const timers: (() => void)[] = [];
    const gone = Promise.withResolvers<void>();
    const tool = defineTool({
      name: 'build',
      description: 'Builds.',
      schema: z.object({}),
      effect: 'act',
      intent: () => 'Build',
      async run(_, { progress }) {
        for (let line = 1; line <= 3; line += 1) progress(`line ${line}\n`);
        await gone.promise;
        progress('late\n');
        return { text: 'built' };
      },
    });
    const box = createToolbox([tool]);
    const call = box.resolve({ callId: 'c1', name: 'build', arguments: '{}' });
    assert.ok('digest' in call);
    const clock = {
      elapsed: () => 0,
      after(_: number, due: () => void) {
        timers.push(due);
        return () => void timers.splice(timers.indexOf(due), 1);
      },
    };
    const options = { toolbox: box, conversation, maxOutputBytes: 1000, redactor: createRedactor([]), clock };
    const { output, emitted } = performed(execution(options), { session, turn: 'turn-1', call, act: 'tool-call:x' });
    const shown = () => emitted.flatMap(event => ('text' in event ? [event.text] : []));
    assert.deepEqual([shown().length, timers.length], [1, 1]);
    timers.pop()?.();
    // the end is held back for as long as a secret may begin there
    assert.deepEqual(shown().length, 2);
    assert.match(shown().join(''), /^line 1\nline 2\nl/);
    gone.resolve();
    assert.deepEqual(await output, { text: 'built' });
    assert.deepEqual([shown().length, timers.length], [2, 0]);
  });

  test('given a tool that says it did not work, when it ends, then that is its result and no failure', async t => {
    const { read } = runner(t);
    assert.deepEqual(await read(frozen('look', { text: 'fail' })).output, {
      text: 'it did not work',
      failed: true,
      taint: 'external',
    });
  });

  test('given arguments that were stored apart, when the call runs, then they are read back', async t => {
    const { stores, read } = runner(t);
    const call = frozen('look', { text: 'x'.repeat(30) });
    assert.ok(typeof call.arguments === 'string');
    assert.deepEqual(await read({ ...call, arguments: stores.blob(call.arguments) }).output, { text: 'x'.repeat(30) });
  });

  test('given a signal, when it aborts, then the tool hears it', async t => {
    const { act } = runner(t);
    const running = act(frozen('shout', { text: 'wait' }));
    running.abort();
    await assert.rejects(running.output, { name: 'AbortError' });
  });
});

suite('what was judged is what runs', () => {
  test('given other arguments than those that were judged, when the call is opened, then nothing runs', async t => {
    const { act } = runner(t);
    const before = contexts.length;
    const call = frozen('shout', { text: 'a' });
    await fails(act({ ...call, arguments: '{"text":"b","times":1}' }).output, 'denied', /not those that were judged/);
    assert.equal(contexts.length, before);
    for (const changed of [{ arguments: '{"text":"b","times":1}' }, { digest: 'd'.repeat(64) }])
      await assert.rejects(
        act({ ...call, ...changed }).output,
        error => error instanceof Fault && error.failure.cause === 'altered',
      );
  });

  test('given a newer version of a tool, when its call is opened, then nothing runs and nobody is said to have altered it', () => {
    const tool = echo('act');
    const request = { callId: 'c1', name: 'shout', arguments: '{"text":"a"}' };
    const call = freeze(tool, request, { version: 'one' });
    assert.ok('digest' in call);
    const text = String(call.arguments);
    const causeOf = (given: FrozenCall, version: string) => {
      try {
        return opened(tool, given, text, { version }) && 'opened';
      } catch (error) {
        return error instanceof Fault ? (error.failure.cause ?? 'denied') : 'thrown';
      }
    };
    assert.deepEqual(
      [causeOf(call, 'one'), causeOf(call, 'two'), causeOf({ ...call, version: 'two' }, 'two')],
      ['opened', 'denied', 'altered'],
    );
  });

  test('given a tool of another effect, when it is to be read with, then nothing runs', async t => {
    const { read, act } = runner(t);
    const before = contexts.length;
    await fails(read(frozen('shout', { text: 'a' })).output, 'defect', /nothing was run/);
    await fails(act(frozen('look', { text: 'a' })).output, 'defect', /nothing was run/);
    assert.equal(contexts.length, before);
  });

  test('given a tool that is gone, when its call is opened, then that is said', async t => {
    const { act } = runner(t);
    await fails(act({ ...frozen('shout', { text: 'a' }), tool: 'gone' }).output, 'invalid', /no longer there/);
  });
});

suite('the bound', () => {
  test('given output within the bound, when it ends, then it is whole, to the byte', async t => {
    const { read } = runner(t);
    const text = 'ä'.repeat(500);
    assert.deepEqual(await read(frozen('look', { text })).output, { text });
  });

  test('given more, when it ends, then head and tail stay, the cut is said, and no character is broken', async t => {
    const { read } = runner(t);
    for (const letter of ['a', 'ä', '漢', '👍']) {
      const text = `begin${letter.repeat(1000)}end`;
      const { text: cut } = (await read(frozen('look', { text })).output) as { text: string };
      assert.ok(cut.startsWith(`begin${letter}`) && cut.endsWith(`${letter}end`));
      assert.match(cut, /\n\[… \d+ of \d+ bytes left out …\]\n/);
      assert.ok(cut.includes(` of ${Buffer.byteLength(text)} bytes`));
      assert.doesNotMatch(cut, /\uFFFD/);
      assert.ok(Buffer.byteLength(cut) < 1100);
    }
  });
});
