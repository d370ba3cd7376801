import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommandLine } from '../../src/commands/command-line.ts';
import { style } from '../../src/commands/io.ts';
import { standing, standingText } from '../../src/commands/standing.ts';
import { Fault } from '../../src/machines/domain/failure.ts';
import type { StandingApproval, StandingDesk, StandingWish } from '../../src/machines/domain/standing.ts';

const given: StandingApproval = {
  ...{ id: 'k3Qm9xTd', tool: 'execute_command', by: 'cli', at: 0, until: 86_400_000, most: 10, used: 3 },
  arguments: { command: { words: ['git', 'pull'], more: true } },
};

/** Runs the command as it is typed; answers what it printed and wished. */
async function run(...argv: readonly string[]) {
  const line = readCommandLine(['approvals', 'standing', ...argv]);
  if (line.kind !== 'run') return { problem: line.kind === 'wrong' ? line.problem : line.kind };
  const out: string[] = [];
  const err: string[] = [];
  const wishes: StandingWish[] = [];
  const desk: StandingDesk = {
    list: async () => [given],
    add: async wish => {
      wishes.push(wish);
      return given;
    },
    revoke: async id => id === given.id,
  };
  const io = {
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    readAll: async () => '',
    style: style(false),
  };
  const { words, options } = line;
  const code = await standing({ desk, io, json: options.json ?? false, words: words.slice(1), options, now: () => 0 });
  return { code, out, err, wish: wishes[0] };
}

const isInvalid = (error: unknown) => error instanceof Fault && error.failure.kind === 'invalid';
const shown = 'k3Qm9xTd  execute_command command: git pull …  used 3 of 10, ends in 24 h';

test('given standing approvals, when they are listed, then each is a line; and as JSON', async () => {
  assert.deepEqual((await run('list')).out, [shown]);
  assert.deepEqual(JSON.parse((await run('list', '--json')).out?.join('') ?? ''), [given]);
});

test('given a command in words, when it is allowed, then its pattern is those words, and more where a star says so', async () => {
  const exact = await run('add', '--command', 'git pull', '--for', '7d', '--times', '20');
  assert.deepEqual(exact.wish, {
    pattern: { tool: 'execute_command', arguments: { command: { words: ['git', 'pull'], more: false } } },
    forMs: 7 * 86_400_000,
    most: 20,
    by: 'cli',
  });
  assert.deepEqual(exact.out, [shown]);
  const more = await run('add', '--command', 'git pull *');
  assert.partialDeepStrictEqual(more.wish, {
    pattern: { arguments: { command: { words: ['git', 'pull'], more: true } } },
  });
  assert.partialDeepStrictEqual(more.wish, { forMs: 86_400_000, most: 10 });
});

test('given a tool and its arguments, when it is allowed, then each argument is exact, a beginning or a glob', async () => {
  const { wish } = await run(
    ...['add', '--tool', 'web_request', '--arg', 'url^=https://api.example.com/'],
    ...['--arg', 'method=POST', '--arg', 'body={"a":1}', '--arg', 'name~=a*'],
  );
  assert.deepEqual(wish?.pattern, {
    tool: 'web_request',
    arguments: {
      url: { prefix: 'https://api.example.com/' },
      method: { is: 'POST' },
      body: { is: { a: 1 } },
      name: { glob: 'a*' },
    },
  });
});

test('given a call that waits, when it is allowed, then its key alone is named', async () => {
  assert.deepEqual((await run('add', '--approval', 'k3Qm9xTd', '--times', '2')).wish?.pattern, {
    approval: 'k3Qm9xTd',
  });
});

for (const wrong of [
  ['add'],
  ['add', '--command', '*'],
  ['add', '--command', 'a', '--command', 'b'],
  ['add', '--tool', 't', '--arg', 'nothing'],
  ['add', '--tool', 't', '--for', 'soon'],
  ['add', '--approval', 'k', '--tool', 't'],
])
  test(`given ${wrong.join(' ')}, when it is typed, then what is wrong is said`, () =>
    assert.rejects(run(...wrong), isInvalid));

test('given an id, when it is revoked, then that is said; for an unknown one the exit code is 1', async () => {
  assert.deepEqual((await run('revoke', 'k3Qm9xTd')).out, ['k3Qm9xTd is revoked.']);
  const { code, err } = await run('revoke', 'nobody');
  assert.equal(code, 1);
  assert.match(err?.[0] ?? '', /no standing approval "nobody"/);
});

test('given a chat, when its standing approvals are asked for, then they are listed, and one can be taken back', async () => {
  const desk: StandingDesk = { list: async () => [given], add: async () => given, revoke: async id => id === given.id };
  assert.deepEqual(await standingText(desk, '', 0), [shown, '/approvals revoke ID takes one back']);
  assert.deepEqual(await standingText(desk, 'revoke k3Qm9xTd', 0), ['k3Qm9xTd is revoked.']);
  assert.match((await standingText(desk, 'revoke x', 0)).join(), /There is no standing approval "x"/);
  assert.match((await standingText({ ...desk, list: async () => [] }, '', 0)).join(), /^No standing approvals/);
});
