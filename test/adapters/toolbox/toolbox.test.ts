import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { askOwner } from '../../../src/adapters/tools/ask-owner.ts';
import { type FailureKind, Fault } from '../../../src/domain/supervision/failure.ts';
import { intentTexts } from '../../../src/domain/tools/intent-texts.ts';
import { type FrozenCall, isMalformed, type MalformedCall } from '../../../src/domain/tools/tool.ts';
import { defineTool, type Tool } from '../../../src/ports/tool.ts';

const schema = z.object({
  command: z.string().min(1).describe('The command line'),
  seconds: z.number().int().max(60).optional(),
  quiet: z.boolean().default(false),
});

const run = defineTool({
  name: 'run',
  description: 'Runs a command.',
  schema,
  effect: 'act',
  timeoutMs: ({ seconds }) => (seconds ?? 10) * 1000,
  intent: ({ command }) => `Run ${command}`,
  facts: ({ command }) => ({ command, executor: 'bubblewrap' }),
  exact: ({ command, quiet }) => (quiet ? command : undefined),
  run: async () => ({ text: '' }),
});
const keep = defineTool({
  name: 'keep',
  description: 'Keeps a note.',
  schema: z.object({ text: z.string() }),
  effect: 'record',
  intent: () => 'Keep a note',
  receipt: ({ text }) => `Kept: ${text}`,
  record: () => {},
});
const ask = defineTool({
  name: 'ask',
  description: 'Asks.',
  schema: z.object({ question: z.string() }),
  effect: 'ask',
  intent: () => 'Ask',
  question: ({ question }) => question,
});
const toolbox = createToolbox([run, keep, ask]);

const resolve = (name: string, args: object | string) =>
  toolbox.resolve({ callId: 'c1', name, arguments: typeof args === 'string' ? args : JSON.stringify(args) });
function frozen(name: string, args: object | string): FrozenCall {
  const call = resolve(name, args);
  assert.ok(!isMalformed(call), JSON.stringify(call));
  return call;
}
function malformed(name: string, args: object | string): MalformedCall {
  const call = resolve(name, args);
  assert.ok(isMalformed(call), JSON.stringify(call));
  return call;
}
const faults = (work: () => unknown, kind: FailureKind, message: RegExp) =>
  assert.throws(work, (error: unknown) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.failure.kind, kind);
    assert.match(error.message, message);
    return true;
  });

suite('what a model is told', () => {
  test('given tools, when they are described, then names, words and parameters are those of the tools', () => {
    assert.deepEqual(
      toolbox.offer('').specs.map(({ name, description }) => [name, description]),
      [
        ['run', 'Runs a command.'],
        ['keep', 'Keeps a note.'],
        ['ask', 'Asks.'],
      ],
    );
    const { parameters } = toolbox.offer('').specs[0] ?? assert.fail();
    assert.partialDeepStrictEqual(parameters, {
      type: 'object',
      properties: { command: { type: 'string', description: 'The command line' }, quiet: { default: false } },
      required: ['command'],
    });
    assert.equal('$schema' in parameters, false);
  });
});

suite('the names', () => {
  const named = (name: string): Tool => ({ ...keep, name }) as Tool;

  for (const name of ['', 'Run', 'run-it', '1run', 'run it', 'x'.repeat(65), 'laufé'])
    test(`given a tool named ${JSON.stringify(name)}, when a toolbox is made, then it is refused`, () =>
      faults(() => createToolbox([named(name)]), 'invalid', /lower case letters/));

  test('given two tools of one name, when a toolbox is made, then it is refused', () =>
    faults(() => createToolbox([run, named('run')]), 'invalid', /two tools are named run/));

  test('given the longest name there may be, when a toolbox is made, then it is taken', () => {
    assert.equal(createToolbox([named(`a${'_'.repeat(63)}`)]).offer('').specs.length, 1);
  });
});

suite('freezing', () => {
  test('given a valid call, when it is frozen, then everything about it is settled', () => {
    const call = frozen('run', '{ "quiet": true, "command": "uname -a" }');
    const text = '{"command":"uname -a","quiet":true}';
    assert.deepEqual(call, {
      callId: 'c1',
      tool: 'run',
      arguments: text,
      digest: createHash('sha256')
        .update(`{"arguments":${JSON.stringify(text)},"tool":"run"}`)
        .digest('hex'),
      effect: 'act',
      timeoutMs: 10_000,
      intent: 'Run uname -a',
      facts: { command: 'uname -a', executor: 'bubblewrap' },
      exact: 'uname -a',
    });
  });

  test('given a default, when it is left out, then it is part of what is frozen', () => {
    const call = frozen('run', { command: 'ls' });
    assert.equal(call.arguments, '{"command":"ls","quiet":false}');
    assert.equal('exact' in call, false);
  });

  test('given the same call in other words, when it is frozen, then its digest is the same; of another call it differs', () => {
    const { digest } = frozen('run', '{"command":"ls","seconds":5}');
    assert.equal(frozen('run', '{ "seconds" : 5.0, "command" : "ls" }').digest, digest);
    assert.notEqual(frozen('run', '{"command":"ls ","seconds":5}').digest, digest);
  });

  test('given tools that are not run by an effect, when they are frozen, then their receipt is settled too', () => {
    assert.equal(frozen('keep', { text: 'tea' }).receipt, 'Kept: tea');
    assert.equal(frozen('ask', { question: 'When?' }).receipt, 'When?');
    assert.equal(frozen('keep', { text: 'tea' }).timeoutMs, 60_000);
  });

  test('given no arguments at all, when they may be missing, then that is an empty object', () => {
    const bare = createToolbox([{ ...keep, schema: z.object({}), receipt: () => 'ok' } as Tool]);
    const call = bare.resolve({ callId: 'c1', name: 'keep', arguments: '' });
    assert.equal('digest' in call && call.arguments, '{}');
  });

  test('given a command too long to be carried along, when it is frozen, then what the rules found in it is', () => {
    const call = frozen('run', { command: `echo ${'x'.repeat(2000)}` });
    assert.deepEqual(call.facts, { executor: 'bubblewrap', found: [] });
    const { facts } = frozen('run', { command: `echo ${'x'.repeat(2000)}; sudo ls` });
    assert.deepEqual(
      facts.found?.map(({ level }) => level),
      [3],
    );
    assert.ok(call.intent.length <= 300 && call.intent.endsWith('…'));
    assert.ok(String(call.arguments).includes('x'.repeat(2000)), 'and what would run is whole');
  });
});

suite('calls that cannot be run', () => {
  test('given a name that no tool has, when it is called, then the model reads which there are', () => {
    assert.deepEqual(malformed('rnu', {}), {
      callId: 'c1',
      tool: 'rnu',
      problem: 'There is no tool named rnu. There are: run, keep, ask.',
    });
    assert.equal(malformed('x'.repeat(500), {}).tool.length, 64);
    assert.ok(malformed('constructor', {}).problem.includes('no tool named'));
  });

  for (const [what, args, problem] of [
    ['no JSON', '{"command":', /are not JSON .* Call it again with one JSON object/],
    ['a list', '[]', /do not fit.*arguments: /],
    ['null', 'null', /do not fit/],
    ['a missing argument', '{}', /command: /],
    ['a wrong type', '{"command":7}', /command: /],
    ['a value out of range', '{"command":"ls","seconds":99}', /seconds: /],
    ['several faults', '{"command":"","seconds":1.5,"quiet":"no"}', /command: .*seconds: .*quiet: /s],
  ] as const)
    test(`given ${what}, when it is called, then the model reads what to correct`, () =>
      assert.match(malformed('run', args).problem, problem));

  test('given a problem as long as the arguments, when it is told, then it is bounded', () => {
    assert.ok(malformed('run', `{"${'x'.repeat(5000)}`).problem.length <= 600);
  });
});

suite('opening', () => {
  test('given a frozen call, when it is opened with its arguments, then the tool gets them, validated', () => {
    const call = frozen('run', { command: 'ls' });
    const { tool, args } = toolbox.open(call, String(call.arguments));
    assert.equal(tool.name, 'run');
    assert.deepEqual(args, { command: 'ls', quiet: false });
  });

  for (const [what, change] of [
    ['other arguments', (call: FrozenCall) => [call, '{"command":"rm","quiet":false}']],
    ['the same in other words', (call: FrozenCall) => [call, ` ${String(call.arguments)}`]],
    ['another digest', (call: FrozenCall) => [{ ...call, digest: '0'.repeat(64) }, call.arguments]],
    ['the digest of another tool', (call: FrozenCall) => [{ ...call, tool: 'keep' }, call.arguments]],
  ] as const)
    test(`given ${what}, when a call is opened, then it is denied`, () => {
      const [call, text] = change(frozen('run', { command: 'ls' })) as [FrozenCall, string];
      faults(() => toolbox.open(call, text), 'denied', /not those that were judged/);
    });

  test('given a tool that is gone, or one whose arguments changed, when a call is opened, then it is invalid', () => {
    const call = frozen('run', { command: 'ls' });
    faults(() => createToolbox([keep]).open(call, String(call.arguments)), 'invalid', /no longer there/);
    const stricter = createToolbox([{ ...run, schema: z.object({ command: z.literal('pwd') }) } as Tool]);
    faults(() => stricter.open(call, String(call.arguments)), 'invalid', /do not fit/);
  });
});

test('given an owner who is spoken to in German, when a call is frozen, then what it will do is said in German', () => {
  const call = createToolbox([askOwner], 'de').resolve({
    callId: 'c1',
    name: 'ask_owner',
    arguments: '{"question":"Tee?"}',
  });
  assert.equal('intent' in call && call.intent, 'Fragen: „Tee?“');
  const [en, de] = [intentTexts('en'), intentTexts('de')];
  assert.deepEqual(Object.keys(de), Object.keys(en));
  for (const [name, text] of Object.entries(en)) {
    assert.equal(typeof de[name as keyof typeof de], typeof text, name);
    if (typeof text === 'string') assert.notEqual(de[name as keyof typeof de], text, name);
  }
});
