import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairTelegram } from '../../../src/commands/telegram/telegram.ts';
import type { AccountList } from '../../../src/domain/accounts/account.ts';
import { fakeAgent, fakeIo } from '../fake-agent.ts';
import { typed } from '../typed.ts';

const ann = { account: '42', name: 'Ann', at: 0 };
const pairing = { expiresAt: 900_000, triesLeft: 5 };
const empty: AccountList = { accounts: [], requests: [], hasOwner: false };

/** An agent whose list of accounts is another with each look. */
function agentWith(...lists: readonly AccountList[]) {
  const fake = fakeAgent({});
  let at = 0;
  const allowed: string[] = [];
  const accounts = {
    ...fake.accounts,
    list: async () => lists[Math.min(at++, lists.length - 1)] ?? empty,
    allow: async ({ account }: { readonly account: string }) => {
      allowed.push(account);
      return { allowed: account === '42' };
    },
    remove: async ({ account }: { readonly account: string }) => ({ removed: account === '42' }),
  };
  return { agent: { ...fake, accounts }, allowed };
}

const base = () => ({ io: fakeIo(), json: false, now: () => 0, signal: new AbortController().signal });

test('given nobody to ask, when a code is made, then it is printed with what to do, and nothing is waited for', async () => {
  const options = { ...base(), agent: agentWith().agent, pause: async () => {} };
  assert.equal(await pairTelegram(options), 0);
  assert.match(options.io.output(), /\n {2}\/start K7QM3XTD\nThe code holds for 15 min and once\./);
});

test('given a terminal, when others write and then the code comes, then each is asked about once, and it ends', async () => {
  const bob = { account: '7', name: 'Bob\u202e', at: 1 };
  const waits = { ...empty, requests: [bob], pairing };
  const { agent, allowed } = agentWith(empty, { ...empty, pairing }, waits, waits, {
    ...empty,
    accounts: [{ ...ann, by: 'cli' }],
  });
  const questions: string[] = [];
  let pauses = 0;
  const options = {
    ...base(),
    agent,
    async pause() {
      pauses += 1;
    },
    async ask(question: string) {
      questions.push(question);
      return 'n';
    },
  };
  const code = await pairTelegram(options);
  assert.deepEqual([code, allowed, pauses], [0, [], 2]);
  assert.equal(questions.length, 1);
  assert.match(questions[0] ?? '', /^Telegram account 7 \(“Bob[^\u202e]*”\) wrote\. Allow it\? \[y\/N\] $/);
  assert.match(options.io.output(), /Telegram account 42 \(“Ann”\) may now talk to the agent\.$/);
});

test('given a y, then that account is let in; given a code that is void, then that is said, and it fails', async () => {
  const waits = { ...empty, requests: [ann], pairing };
  const yes = agentWith(empty, waits, { ...empty, accounts: [{ ...ann, by: 'cli' }] });
  assert.equal(await pairTelegram({ ...base(), agent: yes.agent, pause: async () => {}, ask: async () => 'y' }), 0);
  assert.deepEqual(yes.allowed, ['42']);
  const void_ = { ...base(), agent: agentWith(empty, empty).agent, pause: async () => {}, ask: async () => '' };
  assert.equal(await pairTelegram(void_), 1);
  assert.match(void_.io.errors(), /The code is void/);
});

test('given accounts and who wrote, when they are listed, let in and removed, then each says so, or what to do instead', async () => {
  const { agent } = agentWith({
    accounts: [{ ...ann, by: 'cli' }],
    requests: [{ ...ann, account: '7' }],
    pairing,
    hasOwner: true,
  });
  const run = async (...words: readonly string[]) => {
    const io = fakeIo();
    const code = await typed(['telegram', ...words], { agent, io });
    return { code, out: io.output(), err: io.errors() };
  };
  const list = await run();
  assert.equal(list.code, 0);
  assert.match(
    list.out,
    /^42 \(“Ann”\) {2}paired just now, cli\n7 \(“Ann”\) {3}wrote; to let it in: straylight telegram allow 7\nA code/,
  );
  assert.deepEqual(await run('allow', '42'), {
    code: 0,
    out: 'Telegram account 42 may now talk to the agent.',
    err: '',
  });
  assert.deepEqual(await run('remove', '42'), {
    code: 0,
    out: 'Telegram account 42 may no longer talk to the agent.',
    err: '',
  });
  for (const [words, said] of [
    [['allow', '8'], /no account 8 wrote/],
    [['remove', '8'], /account 8 is not paired/],
  ] as const) {
    const { code, out, err } = await run(...words);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, said);
  }
});
