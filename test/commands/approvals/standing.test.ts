import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slashAnswer } from '../../../src/commands/conversation/slash.ts';
import { style } from '../../../src/commands/io.ts';
import type { StandingApproval, StandingService, StandingWish } from '../../../src/domain/approvals/standing.ts';
import { agentOver } from '../agent-over.ts';
import { typed } from '../typed.ts';

const given: StandingApproval = {
  id: 'k3Qm9xTd',
  tool: 'execute_command',
  by: 'cli',
  at: 0,
  until: 86_400_000,
  most: 10,
  used: 3,
  arguments: { command: { words: ['git', 'pull'], more: true } },
};

/** Runs the command as it is typed; answers what it printed and wished. */
async function run(...argv: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const wishes: StandingWish[] = [];
  const service: StandingService = {
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
  const code = await typed(['approvals', 'standing', ...argv], { agent: agentOver({ standing: service }), io });
  return { code, out, err, wish: wishes[0] };
}

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

for (const [wrong, said] of [
  [['add'], /missing --command WORDS, --tool NAME or --approval ID$/],
  [['add', '--command', '*'], /at least one word/],
  [['add', '--command', 'ls | wc'], /takes a plain command; in "ls \| wc" “\|” sends output/],
  [['add', '--command', 'a', '--command', 'b'], /given twice/],
  [['add', '--tool', 't', '--arg', 'nothing'], /--arg takes NAME=VALUE/],
  [['add', '--tool', 't', '--for', 'soon'], /--for takes a duration such as 30m, 12h or 7d, not "soon"/],
  [['add', '--tool', 't', '--for', '1y'], /not "1y"/],
  [['add', '--tool', 't', '--for', '9999d'], /from one second to 366 days/],
  [['add', '--tool', 't', '--times', '0'], /from 1 to 10000 times/],
  [['add', '--tool', 't', '--times', 'often'], /from 1 to 10000 times/],
  [['add', '--approval', 'k', '--tool', 't'], /cannot be combined/],
  [['add', 'more'], /unexpected argument "more"/],
  [['revoke'], /missing ID after "approvals standing revoke"; usage: straylight/],
  [['dance'], /unknown word "dance" after "approvals standing"; expected list, add or revoke/],
  [[], /expected list, add or revoke after "approvals standing"/],
] as const)
  test(`given standing ${wrong.join(' ')}, when it is typed, then it is wrong usage, and what is wrong is said`, async () =>
    assert.rejects(run(...wrong), said));

test('given a command with quotes, when it is allowed, then its words are those the shell would make of it', async () => {
  assert.partialDeepStrictEqual((await run('add', '--command', "git commit -m 'two words' *")).wish, {
    pattern: { arguments: { command: { words: ['git', 'commit', '-m', 'two words'], more: true } } },
  });
});

test('given an id, when it is revoked, then that is said; for an unknown one it stands on standard error, and the exit code is 1', async () => {
  assert.deepEqual((await run('revoke', 'k3Qm9xTd')).out, ['Revoked k3Qm9xTd.']);
  const { code, out, err } = await run('revoke', 'nobody');
  assert.deepEqual([code, out], [1, []]);
  assert.match(
    err?.join() ?? '',
    /^straylight: There is no standing approval "nobody"; "straylight approvals standing list" lists/,
  );
});

test('given a chat, when its standing approvals are asked for, then they are listed, and one can be taken back', async () => {
  const service: StandingService = {
    list: async () => [given],
    add: async () => given,
    revoke: async id => id === given.id,
  };
  const chat = async (args: string, used = service) => {
    const call = {
      agent: agentOver({ standing: used }),
      args,
      chat: 'session:web:main',
      now: 0,
      language: 'en',
    } as const;
    return (await slashAnswer('approvals', call))?.lines;
  };
  assert.deepEqual(await chat(''), [shown, '', '/approvals revoke ID']);
  assert.deepEqual(await chat('revoke k3Qm9xTd'), ['Revoked k3Qm9xTd.']);
  assert.deepEqual(await chat('revoke x'), ['There is no standing approval "x"; "/approvals" lists them.']);
  assert.match(((await chat('', { ...service, list: async () => [] })) ?? []).join(), /^No standing approvals/);
});
