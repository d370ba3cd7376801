import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helpText, readCommandLine } from '../../../src/commands/arguments/command-line.ts';

const read = (text: string) => readCommandLine(text.split(' ').filter(Boolean));
const problem = (text: string) => {
  const line = read(text);
  return line.kind === 'wrong' ? line.problem : line.kind;
};

test('given every command, when it is written as its help says, then it is understood', () => {
  for (const text of [
    'init',
    'start',
    'start --port 0',
    'start --stately --stately-ws ws://localhost:8080',
    'start --stately-ws wss://relay.example/room',
    'start --home /h',
    'ask hello world',
    'ask --session work --json hi',
    'ask -',
    'chat',
    'chat --session a.b',
    'status',
    'status --json',
    'approvals',
    'approvals approve abc',
    'approvals approve abc --confirm yes',
    'approvals deny approval:abc --json',
    'approvals deny abc --why no',
    'approvals show abc',
    'approvals undo abc',
    'actors list --json',
    'actors show session:terminal:main',
    'actors journal x',
    'actors export x',
    'actors replay f.json',
    'doctor',
    '--home /h status',
    '--json status',
  ])
    assert.equal(read(text).kind, 'run', `${text}: ${problem(text)}`);
});

test('given options anywhere, when they are read, then they mean the same', () => {
  const expected = {
    kind: 'run',
    command: 'ask',
    words: ['a', 'b'],
    options: { home: '/h', session: 'k', json: true },
  };
  assert.deepEqual(read('--home /h ask --session k a b --json'), expected);
  assert.deepEqual(read('ask a --json b --session=k --home=/h'), expected);
  assert.deepEqual(readCommandLine(['ask', '--', '--json']), {
    kind: 'run',
    command: 'ask',
    words: ['--json'],
    options: { json: false },
  });
});

test('given words that mean nothing, when they are read, then the problem is said in one sentence', () => {
  assert.match(problem('dance'), /there is no command "dance"/);
  assert.match(problem('toString'), /there is no command/);
  assert.match(problem('start --prot 1'), /unknown option '--prot'/);
  assert.match(problem('start --port 70000'), /0 to 65535/);
  assert.match(problem('start --port'), /argument missing/);
  for (const relay of ['http://localhost:8080', 'ws://relay.example', 'wss://me:word@relay.example', 'relay'])
    assert.match(problem(`start --stately-ws ${relay}`), /takes the address of a relay/, relay);
  assert.match(problem('start now'), /"now" is too much/);
  assert.match(problem('ask'), /^expected TEXT after "ask": straylight ask/);
  assert.match(problem('ask --'), /expected TEXT/);
  assert.match(problem('ask --session a/b x'), /session key/);
  assert.match(problem('ask --port 3 x'), /unknown option/);
  for (const text of ['actors list x', 'actors dance', 'approvals abc'])
    assert.match(problem(text), /is none of|too much/);
  assert.match(problem('actors rewind job:1'), /expected --to N/);
  assert.match(problem('policy call {} --executor foo'), /--executor takes docker, bubblewrap or direct, not "foo"/);
  assert.match(problem('policy call {} --taint weird'), /--taint takes owner, auth or external, not "weird"/);
  for (const empty of [[''], [' ', '']]) {
    const line = readCommandLine(['ask', ...empty]);
    assert.deepEqual(line.kind === 'wrong' && line.problem, 'expected a text to say, got an empty one');
  }
});

test('given a command without what follows it, when it is read, then that is named, and the usage', () => {
  for (const [text, what] of [
    ['approvals approve', 'ID'],
    ['approvals deny', 'ID'],
    ['approvals show', 'ID'],
    ['actors export', 'ID'],
    ['actors rewind', 'ID'],
    ['actors replay', 'FILE'],
    ['actors answer', 'KEY and CHOICE'],
    ['policy command', 'TEXT'],
    ['policy call', 'CALL'],
    ['egress check', 'URL'],
    ['tools show', 'NAME'],
    ['tools', 'list, show, enable, disable or revert'],
    ['secret', 'set, list or remove'],
    ['policy', 'command or call'],
    ['egress', 'check'],
  ] as const)
    assert.ok(
      problem(text).startsWith(`expected ${what} after "${text}": straylight ${text.split(' ')[0]} `),
      problem(text),
    );
  assert.equal(read('policy command --jsonl').kind, 'run');
});

test('given --help, --version or nothing, when it is read, then that is what is shown', () => {
  assert.deepEqual(read(''), { kind: 'help' });
  assert.deepEqual(read('--help'), { kind: 'help' });
  assert.deepEqual(read('ask -h'), { kind: 'help', command: 'ask' });
  assert.deepEqual(read('--version'), { kind: 'version' });
  assert.match(helpText(), /Exit codes: 0 done, 1 failed, 2 wrong usage/);
  assert.match(helpText('ask'), /^straylight ask \[--session KEY\] .*\[--json\] TEXT\n[\s\S]*--home DIR/);
});

test('given terms of a turn, when they are read, then a deadline is a time, and what is none is a usage error', () => {
  const read = (...words: string[]) => readCommandLine(['ask', ...words, 'hello']);
  const line = read('--priority', 'high', '--deadline', '5m', '--key', 'nightly', '--session', 'main~2');
  assert.ok(line.kind === 'run');
  const { priority, deadlineMs, key, session } = line.options;
  assert.deepEqual([priority, deadlineMs, key, session], ['high', 300_000, 'nightly', 'main~2']);
  for (const wrong of [
    ['--priority', 'soon'],
    ['--deadline', '5'],
    ['--deadline', '0s'],
    ['--deadline', '169h'],
    ['--key', 'a b'],
    ['--session', 'main~x'],
  ])
    assert.equal(read(...wrong).kind, 'wrong', wrong.join(' '));
});
