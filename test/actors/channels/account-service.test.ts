import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { accountService } from '../../../src/actors/channels/account-service.ts';
import { sqliteAccountLedger } from '../../../src/adapters/stores/sqlite/accounts/accounts.ts';
import { openStores } from '../stores.ts';

function opened(t: { after(close: () => void): void }, closed?: string) {
  const { database } = openStores(t);
  const told: unknown[] = [];
  const clock = { time: 1_000, serial: 0 };
  const service = accountService({
    ledger: sqliteAccountLedger(database, 'telegram'),
    clock: { now: () => clock.time, id: () => `id-${++clock.serial}` },
    system: { perform: async work => database.transaction(() => work({} as never))() },
    hash: text => createHash('sha256').update(text).digest(),
    closed: () => closed,
    isOwnerSet: () => false,
    audit: (account, isAllowed, by) => told.push(['audit', account, isAllowed, by]),
    wrote: async ({ account }) => void told.push(['wrote', account]),
    changed: async ({ account }, isAllowed) => void told.push(['changed', account, isAllowed]),
  });
  return { service, told, clock };
}

const ann = { account: '42', name: 'Ann\nB' };

test('given a code, when it is sent, then its account is let in, once, however it was typed', async t => {
  const { service, told } = opened(t);
  assert.equal(await service.knock({ ...ann, code: 'K7QM3XTD' }), false, 'no code is waited for');
  const { code, expiresAt } = await service.pair('cli');
  assert.match(code, /^[2-9A-HJKMNP-Z]{8}$/);
  assert.equal(expiresAt, 901_000);
  assert.equal(await service.knock({ ...ann, code: ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}` }), true);
  assert.equal(await service.knock({ account: '43', name: 'Bob', code }), false, 'it counts once');
  assert.deepEqual(service.list(), {
    accounts: [{ account: '42', name: 'Ann B', by: 'cli', at: 1_000 }],
    requests: [],
    hasOwner: true,
  });
  assert.deepEqual(told, [
    ['audit', '42', true, 'cli'],
    ['changed', '42', true],
  ]);
  assert.notEqual((await service.pair('cli')).code, code);
});

test('given a code whose time is over, or another after it, or five wrong ones, when it is sent, then it lets nobody in', async t => {
  const { service, clock } = opened(t);
  const first = await service.pair('cli');
  clock.time = first.expiresAt;
  assert.equal(await service.knock({ ...ann, code: first.code }), false);
  assert.deepEqual(service.list(), { accounts: [], requests: [], hasOwner: false });
  const second = await service.pair('cli');
  const third = await service.pair('cli');
  assert.equal(await service.knock({ ...ann, code: second.code }), false);
  assert.equal(service.list().pairing?.triesLeft, 4);
  for (const account of ['1', '2', '3', '4']) await service.knock({ account, name: '', code: 'WRONG' });
  assert.deepEqual(service.list(), { accounts: [], requests: [], hasOwner: false });
  assert.equal(await service.knock({ ...ann, code: third.code }), false);
});

test('given strangers who write while a code is waited for, then a few are noted, and the owner may let one in', async t => {
  const { service, told, clock } = opened(t);
  await service.knock(ann);
  assert.equal(await service.allow('42', 'web'), false, 'nobody was asked for');
  await service.pair('cli');
  for (const account of ['42', '1', '2', '3', '4', '5', '42']) await service.knock({ account, name: account });
  assert.deepEqual(
    service.list().requests.map(({ account }) => account),
    ['1', '2', '3', '4', '42'],
  );
  assert.equal(service.list().pairing?.triesLeft, 5, 'no code was tried');
  assert.equal(await service.allow('5', 'web'), false);
  assert.equal(await service.remove('1', 'web'), true);
  assert.equal(await service.allow('42', 'web'), true);
  assert.deepEqual(
    service.list().accounts.map(({ account, by }) => [account, by]),
    [['42', 'web']],
  );
  assert.deepEqual(service.list().requests, [], 'the code has been used up');
  clock.time += 1;
  assert.equal(await service.remove('42', 'cli'), true);
  assert.equal(await service.remove('42', 'cli'), false);
  assert.deepEqual(told.slice(-2), [
    ['audit', '42', false, 'cli'],
    ['changed', '42', false],
  ]);
});

test('given a reason why no account is let in, when a code is asked for, then that is said', async t => {
  await assert.rejects(opened(t, 'Telegram is not set up').service.pair('cli'), /Telegram is not set up/);
});
