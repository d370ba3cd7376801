import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import { policy } from '../../../src/commands/rules/policy.ts';
import { hostileCommands } from '../../corpora/commands.ts';
import { fakeIo } from '../fake-agent.ts';

interface Answer {
  readonly level?: string;
  readonly reasons?: readonly string[];
  readonly risk?: string;
  readonly error?: string;
}

async function rows(verb: 'command' | 'call', lines: readonly string[]): Promise<readonly [number, readonly Answer[]]> {
  const io = fakeIo();
  const exitCode = await policy({ tools: declaredTools, io, verb, json: false, lines });
  return [
    exitCode,
    io
      .output()
      .split('\n')
      .map(line => JSON.parse(line) as Answer),
  ];
}

test('given rows of commands, when they are judged, then each line is answered in order with a level and its reasons', async () => {
  const [exitCode, answers] = await rows(
    'command',
    hostileCommands.map(({ cmd }) => JSON.stringify({ cmd })),
  );
  assert.equal(exitCode, 0);
  assert.equal(answers.length, hostileCommands.length);
  for (const [at, answer] of answers.entries()) {
    assert.deepEqual(Object.keys(answer), ['level', 'reasons']);
    assert.match(answer.level ?? '', /^L[0-3]$/);
    assert.ok(Number(answer.level?.slice(1)) >= (hostileCommands[at]?.level ?? 4));
    assert.ok((answer.reasons?.length ?? 0) > 0);
  }
});

test('given lines that are no rows, when they are read, then each says so in its place, and the exit code is 1', async () => {
  const [exitCode, answers] = await rows('command', ['{"cmd":"ls"}', 'ls', '', '{"cmd":1}', '[]', '{"cmd":"sudo ls"}']);
  assert.equal(exitCode, 1);
  assert.deepEqual(
    answers.map(({ level, error }) => level ?? (error ? 'error' : '')),
    ['L0', 'error', 'error', 'error', 'L3'],
  );
});

test('given one command, when it is judged, then it is printed as words or as JSON on one line', async () => {
  const [words, json] = [fakeIo(), fakeIo()];
  assert.equal(await policy({ tools: declaredTools, io: words, verb: 'command', json: false, text: 'sudo ls' }), 0);
  assert.equal(words.output(), 'L3 (is refused)\n  sudo runs something as another user, or as root.');
  assert.equal(
    await policy({ tools: declaredTools, io: json, verb: 'command', json: true, text: 'echo "\u2028" > x' }),
    0,
  );
  assert.doesNotMatch(json.output(), /[\n\u2028]/);
  assert.equal((JSON.parse(json.output()) as Answer).level, 'L2');
});

test('given a command that a tried sandbox answers for, when it is judged, then that is said too', async () => {
  const said = async (text: string) => {
    const io = fakeIo();
    await policy({ tools: declaredTools, io, verb: 'command', json: false, text });
    return io.output();
  };
  assert.match(await said('rm q5'), /^L2 .*\n.*\nIn a tested sandbox: L1 \(runs and is reported\)\.$/);
  assert.doesNotMatch(await said('rm -r old'), /In a sandbox/, 'it is asked about there, too');
});

test('given calls, when they are judged, then tool, arguments, executor and taint count', async () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ tool: 'read_file', arguments: { path: 'notes.md' } }, 'L0'],
    [{ tool: 'read_file', arguments: { path: '.env' } }, 'L2'],
    [{ tool: 'list_files', arguments: {} }, 'L0'],
    [{ tool: 'memory_search', arguments: { query: 'x' } }, 'L0'],
    [{ tool: 'memory_save', arguments: { text: 'x' } }, 'L1'],
    [{ tool: 'write_file', arguments: { path: 'a.md', content: '' } }, 'L1'],
    [{ tool: 'write_file', arguments: { path: 'package.json', content: '' } }, 'L2'],
    [{ tool: 'edit_file', arguments: { path: '/scripts/x.py' } }, 'L1'],
    [{ tool: 'edit_file', arguments: { path: '/scripts/x.py' }, taint: 'external' }, 'L2'],
    [{ tool: 'send_file', arguments: { path: 'a.png' } }, 'L1'],
    [{ tool: 'create_tool', arguments: { name: 'x' }, executor: 'docker' }, 'L1'],
    [{ tool: 'create_tool', arguments: { name: 'x' }, taint: 'external', executor: 'docker' }, 'L2'],
    [{ tool: 'web_fetch', arguments: { url: 'https://a.example/' } }, 'L0'],
    [{ tool: 'web_fetch', arguments: { url: 'https://a.example/' }, taint: 'external' }, 'L2'],
    [{ tool: 'web_fetch', arguments: { url: 'https://a.example/' }, taint: 'external', urlGiven: true }, 'L0'],
    [{ tool: 'web_request', arguments: { url: 'https://a.example/', method: 'POST' } }, 'L2'],
    [{ tool: 'web_request', arguments: { url: 'https://a.example/', method: 'POST' }, trusted: true }, 'L1'],
    [{ tool: 'word_count', arguments: {} }, 'L2'],
    [{ tool: 'word_count', arguments: {}, trusted: true, executor: 'docker' }, 'L1'],
    [{ tool: 'execute_command', arguments: { command: 'python3 x.py' } }, 'L2'],
    [{ tool: 'execute_command', arguments: { command: 'python3 x.py' }, executor: 'bubblewrap' }, 'L1'],
    [{ tool: 'execute_command', arguments: { command: 'ls' }, executor: 'direct' }, 'L1'],
    [{ tool: 'execute_command', arguments: { command: 'rm -r x' }, executor: 'docker' }, 'L2'],
    [{ tool: 'execute_command', arguments: { command: 'sudo ls' }, executor: 'docker' }, 'L3'],
    [{ tool: 'execute_command', arguments: {} }, 'L2'],
  ];
  const [exitCode, answers] = await rows(
    'call',
    cases.map(([row]) => JSON.stringify(row)),
  );
  assert.equal(exitCode, 0);
  for (const [at, [row, level]] of cases.entries()) assert.equal(answers[at]?.level, level, JSON.stringify(row));
  assert.equal(answers[6]?.risk, 'medium');
});

test('given a call with an executor nobody has, when it is judged, then that is said and the exit code is 2', async () => {
  const io = fakeIo();
  const text = '{"tool":"execute_command","arguments":{"command":"ls"}}';
  assert.equal(await policy({ tools: declaredTools, io, verb: 'call', json: true, text, executor: 'podman' }), 2);
  assert.equal(await policy({ tools: declaredTools, io, verb: 'call', json: true, text, taint: 'much' }), 2);
  assert.equal(await policy({ tools: declaredTools, io, verb: 'call', json: true, text: '{' }), 2);
  assert.equal(await policy({ tools: declaredTools, io, verb: 'call', json: true, text, executor: 'direct' }), 0);
});

test('given an owner who reads German, when a command is judged, then level, risk and reasons are German', async () => {
  const io = { ...fakeIo(), language: 'de' } as const;
  assert.equal(await policy({ tools: [], io, verb: 'command', json: false, text: 'rm -rf build' }), 0);
  assert.match(
    io.output(),
    /^L3 \(wird abgelehnt\)\n {2}Es löscht „build“ samt Inhalt, .*\nIn einer geprüften Sandbox: L2 \(fragt dich\)\.$/,
  );
  assert.equal(await policy({ tools: [], io, verb: 'call', json: false, text: '{' }), 2);
  assert.equal(io.errors(), 'straylight: erwartet wird ein JSON-Objekt, nicht „{“');
});
