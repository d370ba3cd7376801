import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from '../../../src/api/views/secrets.ts';
import { readCommandLine } from '../../../src/commands/arguments/command-line.ts';
import { type SecretOptions, secret } from '../../../src/commands/home/secret.ts';
import type { SecretRow } from '../../../src/domain/secrets/rule.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import { fakeIo } from '../fake-agent.ts';
import { typed } from '../typed.ts';

const takers = new Map([
  ['web_request', 'header'],
  ['execute_command', 'variable'],
] as const);

const value = 'hunter2-the-value';

function secretCommand(more: Partial<SecretOptions> = {}) {
  const kept = new Map<string, SecretRow & { readonly value: string }>();
  const told: string[] = [];
  const lines: string[] = [];
  const errors: string[] = [];
  const io = {
    ...fakeIo(),
    out: (line: string) => void lines.push(line),
    err: (line: string) => void errors.push(line),
  };
  const rows = () => [...kept.values()].map(({ value: _, ...row }) => row);
  const secrets = () => ({
    list: async () => ({
      secrets: rows().map(row => ({ ...row, lastUsedAt: 60_000 })),
      ways: Object.fromEntries(takers),
    }),
    reload: async () => ({ message: `${told.push('reload')}` }),
  });
  const list = (...options: readonly string[]) =>
    typed(['secret', 'list', ...options], { agent: { secrets: secrets() }, io, now: () => 90_000 });
  const run = (words: string, rule: SecretOptions['rule'] = {}, others: Partial<SecretOptions> = {}) =>
    secret({
      verb: words.split(' ')[0] === 'set' ? 'set' : 'remove',
      name: words.split(' ')[1] ?? '',
      json: false,
      io,
      now: () => 90_000,
      takers,
      rule,
      kept: {
        rows: async () => rows(),
        set: async row => void kept.set(row.name, row),
        remove: async name => kept.delete(name),
      },
      readValue: async () => `${value}\n`,
      reach: async () => ({ secrets: secrets(), close: async () => void told.push('close') }),
      ...more,
      ...others,
    });
  return { run, list, kept, told, io: { lines, errors } };
}

test('given a host, when a secret is set, then its rule follows, Straylight is told, and nothing printed holds the value', async () => {
  const { run, kept, told, io } = secretCommand();
  assert.equal(await run('set github/deploy', { hosts: ['API.github.com'] }, { note: 'for releases' }), 0);
  const rule = {
    tools: ['web_request'],
    hosts: ['api.github.com'],
    headers: ['authorization'],
    commands: [],
    agents: ['main'],
  };
  assert.deepEqual(kept.get('github/deploy'), {
    name: 'github/deploy',
    value,
    rule,
    note: 'for releases',
    createdAt: 90_000,
  });
  assert.deepEqual(told, ['reload', 'close']);
  assert.deepEqual(io.lines, ['Added github/deploy, web_request to api.github.com in authorization.']);
});

test('given tools that take a secret at the same place, when it is shown, then they stand before that place together', () => {
  const ways = new Map([...takers, ['git_push', 'header'] as const]);
  const rule = {
    tools: ['git_push', 'execute_command', 'web_request'],
    hosts: ['a.com'],
    headers: ['authorization'],
    commands: ['make'],
    agents: ['main'],
  };
  assert.equal(placesOf(rule, ways, 'en'), 'git_push, web_request to a.com in authorization; execute_command “make …”');
});

test('given a secret that is there, when it is set again, then its rule stays unless another is named', async () => {
  const { run, kept, io } = secretCommand();
  await run('set a', { commands: ['git push'], agents: ['main', 'researcher'] });
  await run('set a', {}, { readValue: async () => 'another-value' });
  assert.deepEqual([kept.get('a')?.value, kept.get('a')?.rule.commands], ['another-value', ['git push']]);
  await run('set a', { tools: ['execute_command'] });
  assert.deepEqual(kept.get('a')?.rule, {
    tools: ['execute_command'],
    hosts: [],
    headers: [],
    commands: [],
    agents: ['main'],
  });
  assert.deepEqual(io.lines, [
    'Added a, execute_command “git push …”; agent main, researcher.',
    'Replaced, with the same rule: a, execute_command “git push …”; agent main, researcher.',
    'Replaced, with a new rule: a, execute_command with any command, with approval each time.',
  ]);
});

test('given a value on the command line, when the command is read, then it is refused, explained, and not shown again', () => {
  const problems = [`set a ${value}`, value, `list ${value}`, `remove a ${value}`, `set a --value ${value}`].map(
    text => {
      const read = readCommandLine(['secret', ...text.split(' ')]);
      return read.kind === 'wrong' ? read.problem : 'it was taken';
    },
  );
  assert.match(problems[0] ?? '', /the value of a secret does not belong on the command line/);
  for (const problem of problems) {
    assert.notEqual(problem, 'it was taken');
    assert.doesNotMatch(problem, /hunter2/);
  }
  const option = readCommandLine(['secret', 'set', 'a', `--value=${value}`]);
  assert.doesNotMatch(option.kind === 'wrong' ? option.problem : value, /hunter2/);
});

test('given a rule that allows nothing or is wrong, when a secret is set, then the value is not even asked for', async () => {
  const { run, io } = secretCommand({
    readValue: async () => {
      throw new Error('asked');
    },
  });
  for (const rule of [
    {},
    { tools: ['web_request'] },
    { tools: ['web_fetch'] },
    { hosts: ['https://a.com'] },
    { hosts: ['localhost'] },
  ])
    assert.equal(await run('set a', rule), 2);
  assert.equal(await run('set A', { hosts: ['a.com'] }), 2);
  assert.match(
    io.errors.join('\n'),
    /say where it may be used[\s\S]*name the hosts[\s\S]*--tool takes web_request or execute_command, not "web_fetch"[\s\S]*is not a host[\s\S]*the name of a secret is/,
  );
});

test('given nothing as a value, when a secret is set, then nothing is kept', async () => {
  const { run, kept } = secretCommand({ readValue: async () => '\n' });
  await assert.rejects(run('set a', { hosts: ['a.com'] }), /the value is empty/);
  assert.equal(kept.size, 0);
});

test('given an agent that cannot be reached, when a secret is set, then it is kept, and that nobody was told is said', async () => {
  const { run, kept, io } = secretCommand({
    reach: async () => {
      throw fault('unavailable', 'process 7 holds the home');
    },
  });
  assert.equal(await run('set a', { hosts: ['a.com'] }), 0);
  assert.equal(kept.size, 1);
  assert.match(io.errors.join(), /done, but the running agent could not be notified \(process 7/);
});

test('given secrets, when they are listed or removed, then names, rules, ages and uses are shown and no value', async () => {
  const { run, list, io, told, kept } = secretCommand();
  assert.equal(await list(), 0);
  assert.match(io.lines[0] ?? '', /^There are no secrets\./);
  await run('set a', { hosts: ['a.com'] }, { now: () => 30_000 });
  await list();
  assert.match(io.lines.at(-1) ?? '', /^a {7}1 minute ago {2}– {8}just now {3}web_request to a\.com in authorization$/);
  await list('--json');
  assert.equal(JSON.parse(io.lines.at(-1) ?? '')[0].name, 'a');
  assert.equal(await run('remove a'), 0);
  assert.match(io.lines.at(-1) ?? '', /^Removed a\. .*revoke it there/);
  assert.equal(kept.size, 0);
  await assert.rejects(run('remove a'), /there is no secret a/);
  assert.equal(told.filter(one => one === 'close').length, 3, 'whoever was reached is let go');
  assert.doesNotMatch(io.lines.join(), /hunter2/);
});

test('given options more than once, when the command line is read, then all of them count', () => {
  const line = readCommandLine('secret set a --host a.com --host b.com --command x --note n --json'.split(' '));
  assert.ok(line.kind === 'run');
  assert.deepEqual(line.options, { note: 'n', host: ['a.com', 'b.com'], command: ['x'] });
});
