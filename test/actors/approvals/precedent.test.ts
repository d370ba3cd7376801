import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { precedent } from '../../../src/actors/approvals/precedent.ts';
import { sqliteApprovalLedger } from '../../../src/adapters/stores/sqlite/ledgers/approvals.ts';
import type { Risk } from '../../../src/domain/approvals/card.ts';
import { openStores } from '../stores.ts';

/** Whether a standing yes of this origin speaks for a call of this risk. */
function speaks(t: TestContext, by: string, risk: Risk, mayBeForged: boolean): boolean {
  const trusted = mayBeForged ? [{ name: 'terminal' }, { name: 'telegram', title: 'Telegram' }] : undefined;
  const { database, conversation } = openStores(t);
  const approvals = sqliteApprovalLedger(database);
  const term = { at: 0, until: 1000, most: 5, used: 0, signature: 'of a key that is not asked here' };
  approvals.addStanding({ id: 'standing', tool: 'send_mail', arguments: { to: { is: 'a' } }, by, ...term });
  const look = precedent({
    approvals,
    conversation,
    undoMs: 0,
    language: 'en',
    trusted,
    key: { verify: () => true },
  });
  const call = {
    callId: 'c',
    tool: 'send_mail',
    arguments: '{"to":"a"}',
    digest: 'd',
    timeoutMs: 1,
    intent: '',
    facts: {},
    effect: 'act' as const,
  };
  return look({ session: 's', call, risk, taint: 'owner', at: 1 }).kind === 'standing';
}

test('given programs with the rights of the owner, when a standing yes came from where they could give it, then it speaks for nothing grave', t => {
  for (const by of ['web', 'cli', 'discord:42']) {
    assert.equal(speaks(t, by, 'high', true), false);
    assert.equal(speaks(t, by, 'medium', true), true);
    assert.equal(speaks(t, by, 'high', false), true, 'behind walls they cannot');
  }
  for (const by of ['terminal', 'telegram:42']) assert.equal(speaks(t, by, 'high', true), true);
});
