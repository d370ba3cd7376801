import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandLine, readCommandLine } from '../../../src/commands/arguments/command-line.ts';
import { fieldsOf } from '../../../src/commands/arguments/fields.ts';
import { helpText } from '../../../src/commands/arguments/help.ts';
import { termsOf } from '../../../src/commands/arguments/values.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

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
  const parts = (line: CommandLine) => line.kind === 'run' && [line.args, line.options, line.home, line.json];
  const expected = [{ text: 'a b' }, { session: 'k' }, '/h', true];
  assert.deepEqual(parts(read('--home /h ask --session k a b --json')), expected);
  assert.deepEqual(parts(read('ask a --json b --session=k --home=/h')), expected);
  assert.deepEqual(parts(readCommandLine(['ask', '--', '--json'])), [{ text: '--json' }, {}, undefined, false]);
});

test('given an argument of blanks, when it is read, then it is named as empty', () => {
  for (const [words, said] of [
    [['tasks', 'add', ''], /^TEXT after "tasks add" is empty; usage: straylight tasks add TEXT /],
    [['jobs', 'add', 'tea', ' '], /^WHEN after "jobs add" is empty; /],
  ] as const) {
    const line = readCommandLine(words);
    assert.match(line.kind === 'wrong' ? line.problem : '', said);
  }
});

test('given words that mean nothing, when they are read, then the problem is said in one sentence', () => {
  for (const [text, said] of [
    ['dance', 'unknown command "dance"; "straylight --help" lists all commands'],
    ['toString', 'unknown command "toString"; "straylight --help" lists all commands'],
    ['start --port 70000', '--port takes a number from 0 to 65535, not "70000"'],
    ['start --port', '--port needs a value'],
    ['start --port -1', '--port takes a number from 0 to 65535, not "-1"'],
    ['start --port --stately', '--port needs a value'],
    ['status --json=yes', '--json takes no value'],
    ['start now', 'unexpected argument "now"; usage: straylight start [--port N] [--stately] [--stately-ws URL]'],
    ['ask --port 3 x', 'unknown option --port; "straylight ask --help" lists all options'],
    ['actors list x', 'unexpected argument "x"; usage: straylight actors list [--json]'],
    ['approvals abc', 'unknown word "abc" after "approvals"; expected show, approve, deny, undo or standing'],
    ['policy call {} --executor foo', '--executor takes docker, bubblewrap or direct, not "foo"'],
    ['policy call {} --taint weird', '--taint takes owner, auth or external, not "weird"'],
    ['jobs add tea tomorrow', '"jobs add" needs one of --say TEXT, --command TEXT, --ask TEXT or --builtin NAME'],
    [
      'jobs add tea tomorrow --say a --ask b',
      '"jobs add" takes only one of --say TEXT, --command TEXT, --ask TEXT or --builtin NAME',
    ],
    ['status --home=', '--home needs a folder'],
  ] as const)
    assert.equal(problem(text), said, text);
  for (const relay of ['http://localhost:8080', 'ws://relay.example', 'wss://me:word@relay.example', 'relay'])
    assert.match(problem(`start --stately-ws ${relay}`), /takes the address of a relay/, relay);
  assert.match(problem('ask --session a/b x'), /^--session takes a name/);
  assert.match(problem('actors rewind job:1'), /^missing --to N; usage: straylight actors rewind ID --to N/);
  for (const empty of [[''], [' ', '']]) {
    const line = readCommandLine(['ask', ...empty]);
    assert.deepEqual(line.kind === 'wrong' && line.problem, 'the message is empty');
  }
});

test('given a word with a slip, when it is read, then the word that was meant is named', () => {
  for (const [text, meant] of [
    ['statsu', 'status'],
    ['aprovals', 'approvals'],
    ['Status', 'status'],
    ['approvals aprove abc', 'approve'],
    ['approvals standing lst', 'list'],
    ['actors rstart a:b', 'restart'],
    ['completion fihs', 'fish'],
  ] as const)
    assert.match(problem(text), new RegExp(`; did you mean "${meant}"\\?$`), text);
  assert.equal(problem('start --prot 1'), 'unknown option --prot; did you mean --port?');
  assert.equal(problem('ui --readonly'), 'unknown option --readonly; did you mean --read-only?');
  assert.equal(problem('status --jsn'), 'unknown option --jsn; did you mean --json?');
});

test('given a command as other programs call it, or a sentence, when it is read, then the command that is meant is named', () => {
  assert.equal(problem('run'), 'unknown command "run"; did you mean "start"?');
  assert.equal(problem('history'), 'unknown command "history"; did you mean "sessions"?');
  const line = readCommandLine(['what is the time?']);
  assert.match(line.kind === 'wrong' ? line.problem : '', /to say something, use "straylight ask" and the text$/);
});

test('given a verb as other programs call it, when it is read, then the whole command that is meant is named', () => {
  for (const [text, meant] of [
    ['jobs cancel x', 'jobs remove'],
    ['jobs rm x', 'jobs remove'],
    ['jobs stop x', 'jobs remove'],
    ['jobs ls', 'jobs list'],
    ['jobs info x', 'jobs show'],
    ['tasks delete x', 'tasks cancel'],
    ['tasks create x', 'tasks add'],
    ['goals delete x', 'goals drop'],
    ['goals done x', 'goals complete'],
    ['memory delete 3', 'memory forget'],
    ['memory find x', 'memory search'],
    ['approvals ls', 'approvals'],
    ['approvals yes x', 'approvals approve'],
    ['approvals standing delete x', 'approvals standing revoke'],
    ['models ls', 'models'],
    ['models switch x', 'models use'],
    ['sessions ls', 'sessions list'],
    ['tools rm x', 'tools disable'],
    ['actors kill x', 'actors stop'],
    ['telegram delete x', 'telegram remove'],
    ['config set x', 'config edit'],
    ['undo restore 3', 'undo apply'],
    ['audit check', 'audit verify'],
  ] as const)
    assert.match(problem(text), new RegExp(`; did you mean "${meant}"\\?$`), text);
  // what stands after "secret" by mistake may be the value
  assert.equal(problem('secret delete x'), 'expected list, set or remove after "secret"');
});

test('given ask without a text, when it is read, then standard input is meant', () => {
  for (const text of ['ask', 'ask --session a', 'ask --']) {
    const line = read(text);
    assert.deepEqual([line.kind, line.kind === 'run' && line.args], ['run', {}], text);
  }
});

test('given a command without what follows it, when it is read, then that is named, and the usage', () => {
  for (const [text, what] of [
    ['approvals approve', 'ID'],
    ['approvals deny', 'ID'],
    ['approvals show', 'ID'],
    ['actors export', 'ID'],
    ['actors rewind', 'ID'],
    ['actors replay', 'ID'],
    ['actors answer', 'ID and CHOICE'],
    ['policy command', 'TEXT'],
    ['policy call', 'CALL'],
    ['egress check', 'URL'],
    ['tools show', 'NAME'],
  ] as const) {
    const words = text.replace(' --', '');
    assert.ok(problem(text).startsWith(`missing ${what} after "${words}"; usage: straylight ${words} `), problem(text));
  }
  for (const [text, what] of [
    ['policy', 'command or call'],
    ['egress', 'check'],
    ['approvals standing', 'list, add or revoke'],
  ] as const)
    assert.equal(problem(text), `expected ${what} after "${text}"`);
  assert.equal(read('policy command --jsonl').kind, 'run');
});

test('given a command that can list, when it is typed alone or with list behind it, then it lists', () => {
  for (const name of ['sessions', 'undo', 'memory', 'jobs', 'tasks', 'goals', 'tools', 'actors', 'audit', 'secret'])
    for (const text of [name, `${name} list`]) {
      const line = read(text);
      assert.equal(line.kind === 'run' && line.form.words, `${name} list`, text);
    }
  for (const name of ['approvals', 'models'])
    for (const text of [name, `${name} list`]) {
      const line = read(text);
      assert.equal(line.kind === 'run' && line.form.words, name, text);
    }
  const telegram = read('telegram');
  assert.equal(telegram.kind === 'run' && telegram.form.words, 'telegram accounts');
});

test('given a word that is like no command, when it is typed, then none is guessed', () => {
  assert.match(problem('bogus'), /^unknown command "bogus"; "straylight --help" lists all commands$/);
  assert.match(problem('statsu'), /did you mean "status"/);
});

test('given what is no number where one is expected, when it is typed, then that is wrong usage', async () => {
  for (const text of ['tasks show x', 'undo apply abc', 'goals drop soon']) {
    const line = read(text);
    assert.ok(line.kind === 'run');
    const fields = fieldsOf(line);
    assert.match('wrong' in fields ? inEnglish(fields.wrong) : '', /^N takes .*, not "(?:x|abc|soon)"$/, text);
  }
});

test('given --help, --version or nothing, when it is read, then that is what is shown', () => {
  assert.deepEqual(read(''), { kind: 'help' });
  assert.deepEqual(read('--help'), { kind: 'help' });
  assert.deepEqual(read('ask -h'), { kind: 'help', command: 'ask' });
  assert.deepEqual(read('help'), { kind: 'help' });
  assert.deepEqual(read('help ask'), { kind: 'help', command: 'ask' });
  assert.deepEqual(read('help tools show'), { kind: 'help', command: 'tools' });
  assert.equal(problem('help aks'), 'unknown command "aks"; did you mean "ask"?');
  assert.deepEqual(read('--version'), { kind: 'version' });
  assert.match(helpText(), /Exit codes: 0 done, 1 failed, 2 wrong usage/);
  assert.match(
    helpText('ask'),
    /^Send one message[\s\S]*\n {2}straylight ask \[TEXT\]\n[\s\S]*--session NAME[\s\S]*--home DIR/,
  );
  assert.match(helpText('actors'), /\n {2}straylight actors rewind ID --to N {2}Rewind an actor/);
  assert.match(helpText('policy'), /policy call CALL \| --jsonl/);
});

test('given terms of a turn, when they are read, then a deadline is a time, and what is none is a usage error', () => {
  const read = (...words: string[]) => readCommandLine(['ask', ...words, 'hello']);
  const line = read('--priority', 'high', '--deadline', '5m', '--key', 'nightly', '--session', 'main~2');
  assert.ok(line.kind === 'run');
  assert.deepEqual(termsOf(line.options), { priority: 'high', deadlineMs: 300_000, key: 'nightly' });
  assert.equal(line.options['session'], 'main~2');
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
