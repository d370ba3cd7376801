import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { sqliteApprovalLedger } from '../../../../../src/adapters/stores/sqlite/ledgers/approvals.ts';
import type { SignedGrant } from '../../../../../src/domain/approvals/grant.ts';
import { Fault } from '../../../../../src/domain/supervision/failure.ts';
import type { ApprovalLedger } from '../../../../../src/ports/ledgers/approval.ts';
import { openStores, type Stores, session } from '../../../../actors/stores.ts';

interface World extends Stores {
  readonly approvals: ApprovalLedger;
  /** An approval, and its actor as the host keeps it. */
  ask(name: string, at: number, status?: 'active' | 'suspended'): string;
}

function world(t: TestContext): World {
  const stores = openStores(t);
  return {
    ...stores,
    approvals: sqliteApprovalLedger(stores.database),
    ask(name, at, status = 'active') {
      const address = `approval:${name}`;
      const card = { tool: 'send_mail', intent: '', risk: 'low', reasons: [], digest: 'd', nonce: name } as const;
      const whole = { ...card, key: name, session, exact: '', repeat: false };
      stores.conversation.openApproval({ address, session, card: whole, exact: '', at });
      const nothing = { tags: '[]', state: '{}', children: '{}', input: '{}', hash: '', lastEvent: '' };
      const born = { parent: null, childId: null, problem: null, seq: 1, incarnation: 0, since: at };
      const when = { startedAt: at, lastAt: at, machine: 'approval', version: '2', leaf: 'waitingForInput.queued' };
      stores.store.insertActor({ address, status, ...when, ...nothing, ...born });
      return address;
    },
  };
}

const isDenied = (error: unknown) => error instanceof Fault && error.failure.kind === 'denied';
const grant: SignedGrant = {
  approval: 'approval:a',
  digest: 'd',
  nonce: 'n',
  by: 'web',
  decidedAt: 1,
  confirmation: 'yes',
  expiresAt: 99,
  signature: 's',
};

suite('turns', () => {
  test('given cards that nobody has answered for long, when others wait, then they take no place any more', t => {
    const { approvals, ask } = world(t);
    const asked = ['a', 'b', 'c', 'd'].map(name => ask(name, 1));
    for (const [index, address] of asked.slice(0, 2).entries()) approvals.begin(address, 10 + index);
    assert.deepEqual(approvals.line(2, 9), { turns: [], left: 2 });
    assert.deepEqual(approvals.line(2, 10), { turns: asked.slice(2, 3), left: 1 });
    assert.deepEqual(approvals.line(2, 11), { turns: asked.slice(2), left: 0 });
  });

  test('given approvals of one instant, when there is room, then they are called in the order of asking', t => {
    const { approvals, ask } = world(t);
    const asked = ['c', 'a', 'e', 'b', 'd'].map(name => ask(name, 7));
    assert.deepEqual(approvals.line(3, 0), { turns: asked.slice(0, 3), left: 2 });
    for (const address of asked.slice(0, 2)) approvals.begin(address, 8);
    assert.deepEqual(approvals.line(3, 0), { turns: asked.slice(2, 3), left: 2 });
    assert.deepEqual(approvals.line(1, 0), { turns: [], left: 3 });
  });

  test('given some that were set aside or have ended, when there is room, then they neither hold it nor are called', t => {
    const { approvals, conversation, ask } = world(t);
    approvals.begin(ask('shown', 1, 'suspended'), 1);
    conversation.closeApproval(ask('over', 2), 'denied', { by: 'web', decidedAt: 3 });
    ask('aside', 3, 'suspended');
    const next = ask('next', 4);
    assert.deepEqual(approvals.line(1, 0), { turns: [next], left: 0 });
  });
});

suite('denials', () => {
  test('given a denial, when the owner has said nothing since, then it binds that call in that session alone', t => {
    const { approvals, conversation, ask, say } = world(t);
    say('owner', 'do it', { at: 5 });
    conversation.closeApproval(ask('a', 6), 'denied', { by: 'web', decidedAt: 7, reason: 'no' });
    assert.deepEqual({ ...approvals.denialOf(session, 'd') }, { reason: 'no' });
    assert.equal(approvals.denialOf(session, 'e'), undefined);
    assert.equal(approvals.denialOf('session:web:other', 'd'), undefined);
    say('assistant', 'all right', { at: 8 });
    assert.ok(approvals.denialOf(session, 'd'), 'the agent’s own words lift nothing');
    say('owner', 'do it now', { at: 9 });
    assert.equal(approvals.denialOf(session, 'd'), undefined);
  });

  test('given an approval that expired or was granted, when the call comes again, then nothing binds it', t => {
    const { approvals, conversation, ask } = world(t);
    conversation.closeApproval(ask('a', 6), 'expired', { by: null, decidedAt: 7 });
    conversation.closeApproval(ask('b', 6), 'granted', { by: 'web', decidedAt: 7 });
    assert.equal(approvals.denialOf(session, 'd'), undefined);
  });
});

suite('grants', () => {
  test('given a grant, when it is used up, then that is once, and by whom is kept', t => {
    const { approvals } = world(t);
    approvals.recordGrant(grant);
    assert.deepEqual({ ...approvals.grant('approval:a') }, { ...grant, consumedAt: null, consumedBy: null });
    approvals.consumeGrant('approval:a', 'tool-call:x', 50);
    assert.partialDeepStrictEqual(approvals.grant('approval:a'), { consumedAt: 50, consumedBy: 'tool-call:x' });
    assert.throws(() => approvals.consumeGrant('approval:a', 'tool-call:y', 51), isDenied);
    assert.equal(approvals.grant('approval:a')?.consumedBy, 'tool-call:x');
    assert.throws(() => approvals.consumeGrant('approval:b', 'tool-call:y', 51), isDenied);
  });

  test('given a nonce, when another approval brings it, then it is refused', t => {
    const { approvals } = world(t);
    approvals.recordGrant(grant);
    assert.throws(() => approvals.recordGrant({ ...grant, approval: 'approval:b' }), /UNIQUE/);
  });
});

suite('standing approvals', () => {
  test('given one for two uses until 50, when it is used, revoked or over, then it is there no more', t => {
    const { approvals } = world(t);
    const given = { tool: 'send_mail', arguments: { to: { is: 'a' } }, by: 'web', at: 1, until: 50, used: 0 } as const;
    approvals.addStanding({ ...given, id: 'a', most: 2, signature: 's' });
    approvals.addStanding({ ...given, id: 'b', most: 9, signature: 's', at: 2 });
    const ids = (now: number, tool?: string) => approvals.standing(now, tool).map(({ id }) => id);
    assert.deepEqual([ids(49), ids(50), ids(49, 'send_mail'), ids(49, 'other')], [['b', 'a'], [], ['b', 'a'], []]);
    assert.deepEqual(approvals.standing(49)[1], { ...given, id: 'a', most: 2, signature: 's' });
    approvals.useStanding('a', 10);
    approvals.useStanding('a', 11);
    assert.throws(() => approvals.useStanding('a', 12), isDenied);
    assert.deepEqual(ids(49), ['b']);
    assert.equal(approvals.revokeStanding('b', 13), true);
    assert.equal(approvals.revokeStanding('b', 14), false);
    assert.throws(() => approvals.useStanding('b', 14), isDenied);
    assert.deepEqual(ids(49), []);
  });
});
