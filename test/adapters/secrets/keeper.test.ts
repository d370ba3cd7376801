import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { openSecrets } from '../../../src/adapters/secrets/keeper.ts';
import type { AuditNote } from '../../../src/domain/audit/audit.ts';
import { faultOf } from '../fetcher/fetcher-world.ts';
import { entry, scratch, vaultIn } from './vault-world.ts';

const takers = () =>
  new Map([
    ['web_request', 'header'],
    ['execute_command', 'variable'],
  ] as const);

async function agent(t: TestContext, values: Readonly<Record<string, string>> = { github: 'ghp_a_long_value' }) {
  const folder = scratch(t);
  const vault = vaultIn(folder);
  for (const [name, value] of Object.entries(values)) await vault.set(entry(name, value));
  const notes: AuditNote[] = [];
  const learned = new Map<string, string>();
  const uses = new Map<string, number>();
  const open = (record: (note: AuditNote) => void = note => void notes.push(note)) =>
    openSecrets({ vault, record, learn: (name, value) => void learned.set(name, value), lastUses: () => uses, takers });
  return { folder, vault, notes, learned, uses, open, keeper: await open() };
}

const request = (name = 'github', url = 'https://api.com/x') => ({
  name,
  use: { tool: 'web_request', way: 'header', url, header: 'authorization' } as const,
});

test('given an agent, when it opens its secrets, then the redactor has learned each value, and nothing was written down', async t => {
  const { learned, notes, keeper } = await agent(t, { github: 'ghp_a_long_value', other: 'another long value' });
  assert.deepEqual(
    [...learned],
    [
      ['github', 'ghp_a_long_value'],
      ['other', 'another long value'],
    ],
  );
  assert.deepEqual([notes, keeper.trouble], [[], undefined]);
});

test('given a use that is allowed, when its value is revealed, then it stands in the audit before, with handle, tool, place, reason and call', async t => {
  const { open, notes } = await agent(t);
  const order: string[] = [];
  const keeper = await open(note => {
    notes.push(note);
    order.push('written');
  });
  assert.equal(keeper.refusal([request()]), undefined);
  assert.deepEqual(notes, [], 'what is only planned is not used');
  const values = await keeper.reveal([request()], 'tool-call:1');
  order.push('given');
  assert.deepEqual([...values], [['github', 'ghp_a_long_value']]);
  assert.deepEqual(order, ['written', 'given']);
  assert.deepEqual(notes, [
    {
      kind: 'secret.used',
      subject: 'github',
      actor: 'tool-call:1',
      facts: {
        tool: 'web_request',
        host: 'api.com',
        header: 'authorization',
        agent: 'main',
        reason: 'The owner’s rule for it allows this.',
      },
    },
  ]);
});

test('given an audit that cannot be written, when a value is asked for, then it stays where it is', async t => {
  const { open } = await agent(t);
  const keeper = await open(() => {
    throw new Error('the disk is full');
  });
  await assert.rejects(keeper.reveal([request()], 'tool-call:1'), /the disk is full/);
});

test('given uses that are not allowed, when they are asked for, then they are refused, each written down, and no value is given', async t => {
  const { keeper, notes } = await agent(t);
  const wanted = [request(), request('github', 'https://evil.com/'), request('nobody')];
  const why =
    /^The secret github may not be used for this: it is for api\.com, and not for evil\.com\..*straylight secret set github --tool web_request --host evil\.com.*There is no secret named nobody\./;
  assert.match(keeper.refusal(wanted) ?? '', why);
  await assert.rejects(keeper.reveal(wanted, 'tool-call:2'), faultOf('denied', why));
  assert.deepEqual(
    notes.map(({ kind, subject, actor = '' }) => [kind, subject, actor]),
    [
      ['secret.refused', 'github', ''],
      ['secret.refused', 'nobody', ''],
      ['secret.refused', 'github', 'tool-call:2'],
      ['secret.refused', 'nobody', 'tool-call:2'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(notes), /ghp_/);
});

test('given a file that is changed while Straylight runs, when it is told, then it knows, learns the new value first, and writes the change down', async t => {
  const { keeper, vault, notes, learned } = await agent(t);
  await vault.set(entry('github', 'ghp_another_value'));
  await vault.set(entry('new', 'a new long value'));
  assert.equal(await keeper.service.reload(), 'Straylight knows 2 secrets.');
  assert.equal(learned.get('new'), 'a new long value');
  assert.equal((await keeper.reveal([request()], 'c')).get('github'), 'ghp_another_value');
  await vault.remove('new');
  await keeper.service.reload();
  assert.deepEqual(
    notes.map(({ kind, subject, facts }) => [kind, subject, facts?.['replaced']]),
    [
      ['secret.set', 'github', true],
      ['secret.set', 'new', false],
      ['secret.used', 'github', undefined],
      ['secret.removed', 'new', undefined],
    ],
  );
  assert.doesNotMatch(JSON.stringify(notes), /ghp_|a new long value/);
});

test('given a file that is changed and nobody told Straylight, when a secret is wanted, then it is the new file that counts', async t => {
  const { keeper, vault } = await agent(t);
  await vault.set(entry('new', 'a new long value'));
  assert.match(keeper.refusal([request('new')]) ?? '', /are being read again\. Call again/);
  assert.equal((await keeper.reveal([request('new')], 'c')).get('new'), 'a new long value');
  assert.equal(keeper.refusal([request('new')]), undefined);
  await vault.remove('new');
  await assert.rejects(keeper.reveal([request('new')], 'c'), faultOf('denied', /There is no secret named new/));
});

test('given a vault that cannot be opened, when Straylight starts, then it goes on without secrets, and says why', async t => {
  const { vault, open, keeper, notes } = await agent(t);
  writeFileSync(vault.place, 'damaged');
  const late = await open();
  assert.match(late.trouble ?? '', /is damaged/);
  assert.match(late.refusal([request()]) ?? '', /^No secret can be used: .* is damaged/);
  assert.throws(() => late.service.list(), faultOf('unavailable', /is damaged/));
  assert.equal(late.describe(), '');
  // The one that had read it before does not go on with what it had.
  await assert.rejects(keeper.service.reload(), faultOf('unavailable', /is damaged/));
  await assert.rejects(keeper.reveal([request()], 'c'), faultOf('denied', /No secret can be used/));
  await assert.rejects(keeper.reveal([request()], 'c'), faultOf('denied', /No secret can be used/));
  assert.ok(notes.every(({ kind }) => kind === 'secret.refused'));
});

test('given secrets, when they are listed or told to a model, then there are names, rules and notes, and no value', async t => {
  const { keeper, vault, uses } = await agent(t);
  const command = {
    ...entry('', '').rule,
    tools: ['execute_command' as const],
    hosts: [],
    headers: [],
    commands: ['git push'],
  };
  await vault.set(entry('deploy', 'a deploy value', { rule: command, note: 'for\nreleases' }));
  await vault.set(entry('theirs', 'somebody else’s value', { rule: { ...command, agents: ['researcher'] } }));
  await keeper.service.reload();
  uses.set('github', 5_000);
  const rows = await keeper.service.list();
  assert.deepEqual(
    rows.map(({ name, lastUsedAt }) => [name, lastUsedAt]),
    [
      ['deploy', undefined],
      ['github', 5_000],
      ['theirs', undefined],
    ],
  );
  const told = keeper.describe();
  assert.match(told, /^## Secrets\n/);
  assert.match(told, /^- github: in the header authorization of web_request to api\.com$/m);
  assert.match(told, /^- deploy \(for releases\): as a variable of execute_command that begins with “git push”$/m);
  assert.doesNotMatch(told, /theirs/);
  assert.doesNotMatch(told + JSON.stringify(rows), /ghp_|deploy value|else’s/);
});
