/** No command takes what counts for nothing in it: a table of every command, verb and option. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommandLine } from '../../../src/commands/arguments/command-line.ts';
import { helpText } from '../../../src/commands/arguments/help.ts';

/**
 * What each form reads, beside `--home`, `--help` and `--json`. Everything else that its command knows has to be
 * refused.
 */
const forms: Readonly<Record<string, readonly string[]>> = {
  init: ['model', 'url', 'key-stdin', 'no-check', 'telegram-stdin', 'image', 'link', 'service'],
  start: ['port', 'stately', 'stately-ws'],
  stop: ['now'],
  'config show': [],
  'config path': [],
  'config check': [],
  'config edit': [],
  logs: ['lines', 'limit', 'level', 'follow'],
  'sessions list': ['archived', 'limit'],
  'sessions search bins': [],
  'sessions show a:b': ['limit'],
  'sessions trust a:b': ['yes'],
  'ask hello': ['session', 'here', 'write', 'priority', 'deadline', 'key'],
  chat: ['session', 'here', 'write'],
  status: [],
  approvals: [],
  'approvals show abc': [],
  'approvals approve abc': ['confirm', 'yes', 'why'],
  'approvals deny abc': ['why'],
  'approvals undo abc': [],
  'approvals standing list': [],
  'approvals standing add': ['tool', 'arg', 'command', 'approval', 'for', 'times'],
  'approvals standing revoke abc': [],
  'actors list': [],
  'actors show a:b': [],
  'actors journal a:b': [],
  'actors snapshot a:b': [],
  'actors export a:b': [],
  'actors replay file': [],
  'actors answer abc stop': [],
  'actors suspend a:b': ['why'],
  'actors resume a:b': ['why'],
  'actors retry a:b': ['why'],
  'actors restart a:b': ['why', 'fresh', 'yes'],
  'actors rewind a:b': ['why', 'to', 'yes'],
  'actors stop a:b': ['why', 'yes'],
  'actors quarantine a:b': ['why'],
  'actors release a:b': ['why'],
  'tools list': [],
  'tools show a': [],
  'tools enable a': [],
  'tools disable a': [],
  'tools revert a': ['yes'],
  budget: [],
  reset: ['yes'],
  'audit verify': ['file'],
  'audit list': ['kind', 'limit'],
  'audit export': [],
  'audit accept': [],
  'secret set A': ['host', 'header', 'command', 'tool', 'agent', 'note', 'expires'],
  'secret list': [],
  'secret remove A': ['yes'],
  'egress check u': ['jsonl'],
  'policy command ls': ['jsonl', 'executor'],
  'policy call {}': ['jsonl', 'executor', 'taint'],
  redact: ['jsonl', 'inbound'],
  ui: ['read-only', 'new-token', 'no-open'],
  doctor: ['security'],
};

const sample: Readonly<Record<string, string>> = {
  port: '0',
  'stately-ws': 'ws://localhost:1',
  session: 'k',
  priority: 'low',
  deadline: '5m',
  key: 'k',
  confirm: 'yes',
  why: 'no',
  tool: 'remember',
  arg: 'a=b',
  command: 'ls',
  approval: 'abc',
  for: '1d',
  times: '2',
  to: '3',
  file: 'f',
  kind: 'tool',
  limit: '5',
  host: 'a.example',
  header: 'x',
  agent: 'main',
  note: 'n',
  expires: '90d',
  executor: 'docker',
  taint: 'owner',
};

/** Every option of a command, as its help names them at the beginning of a line or of its form. */
function optionsOf(command: string): readonly string[] {
  const help = helpText(command as Parameters<typeof helpText>[0]);
  const named = [...help.matchAll(/(?:^ {2}|[[|( ])--([a-z-]+)/gm)].map(([, name = '']) => name);
  return [...new Set(named)].filter(name => !['home', 'json'].includes(name));
}

const words = (form: string, option: string) => [
  ...form.split(' '),
  ...(sample[option] === undefined ? [`--${option}`] : [`--${option}`, sample[option]]),
];

test('given every form of every command, when an option stands there that it does not read, then it is refused', () => {
  for (const [form, reads] of Object.entries(forms)) {
    const [command = ''] = form.split(' ');
    const known = optionsOf(command);
    for (const option of reads) assert.ok(known.includes(option), `${command} --${option} is in its help`);
    for (const option of known) {
      const line = readCommandLine(words(form, option));
      if (reads.includes(option)) continue;
      assert.equal(line.kind, 'wrong', `${form} --${option}`);
      assert.match(
        line.kind === 'wrong' ? line.problem : '',
        /goes with|unknown option|none of/i,
        `${form} --${option}`,
      );
    }
  }
});

test('given every form of every command, when a word too many or an unknown option follows, then it is refused', () => {
  for (const form of Object.keys(forms)) {
    if (/^(ask|secret|sessions search)/.test(form)) continue; // words of a text; its own command refuses them
    const standing = form === 'approvals standing add' ? [...form.split(' '), '--command', 'ls'] : form.split(' ');
    const whole = form.startsWith('actors rewind') ? [...standing, '--to', '3'] : standing;
    assert.equal(readCommandLine([...whole, 'more']).kind, 'wrong', `${form} more`);
    assert.equal(readCommandLine([...whole, '--args', '{}']).kind, 'wrong', `${form} --args`);
    assert.equal(readCommandLine(whole).kind, 'run', form);
  }
});

test('given an option that counts once, when it is given twice, then neither is taken', () => {
  const line = readCommandLine(['ask', '--session', 'a', '--session', 'b', 'hi']);
  assert.deepEqual(
    [line.kind, line.kind === 'wrong' && line.problem],
    ['wrong', '--session is given twice; give it once'],
  );
  assert.equal(readCommandLine(['secret', 'set', 'A', '--host', 'a.example', '--host', 'b.example']).kind, 'run');
});
