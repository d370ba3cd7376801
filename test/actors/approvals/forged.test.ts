/**
 * Figure S6: decisions that nobody made, made before, or made about something else start nothing, and none starts
 * anything twice.
 */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, type TestContext, test } from 'node:test';
import type { Event } from '../../../src/actors/runtime/step.ts';
import { judgeAnswer, questionOf } from '../../../src/domain/approvals/answer.ts';
import type { ApprovalCard, Decision, Risk } from '../../../src/domain/approvals/card.ts';
import {
  type GrantRecord,
  grantOf,
  grantText,
  type SignedGrant,
  whyUnredeemed,
} from '../../../src/domain/approvals/grant.ts';
import { wordsOf } from '../../../src/domain/approvals/texts.ts';
import type { ApprovalRow } from '../../../src/domain/supervision/view.ts';
import { defined } from '../../../src/domain/text/json.ts';
import { areAllRun } from '../../slow.ts';
import { testKey } from '../key.ts';
import { openAgent, type TestAgent } from '../test-agent.ts';

/** Numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const risks: readonly Risk[] = ['low', 'medium', 'high', 'irreversible'];
const hex = (text: string) => createHash('sha256').update(text).digest('hex');

function cardOf(n: number): ApprovalCard {
  const risk = risks[n % 4] ?? 'high';
  const nonce = `nonce-${n}`;
  const texts = { intent: 'Send', reasons: [], exact: `mail ${n}`, session: 's', tool: 'send_mail' };
  return {
    ...texts,
    key: `key${n}`,
    risk,
    digest: hex(`call ${n}`),
    nonce,
    repeat: false,
    expiresAt: 1_000_000,
    undoMs: 0,
    ...wordsOf({ risk }, nonce, 'en'),
  };
}

/** An answer as it may lie in the inbox of an approval, and when it is read. */
interface Claim {
  readonly approval: string;
  readonly decision: string;
  readonly grant: SignedGrant;
  readonly at: number;
}

suite('a million decisions', () => {
  test('given forged, replayed and mutated decisions, when each is held against the rule, then none starts what nobody approved, and none twice', t => {
    const total = 1_000_000;
    const draw = numbers(4);
    const key = testKey();
    const cards = Array.from({ length: 400 }, (_, n) => cardOf(n));
    const addressOf = (card: ApprovalCard) => `approval:${card.key}`;
    const byAddress = new Map(cards.map(card => [addressOf(card), card]));
    // a signature is as good as the text it was made for: what was signed is kept, and a sample is checked by the real
    // key
    const signed = new Map<string, string>();
    const genuine = cards.map((card, n): Claim => {
      const confirmation = card.risk === 'irreversible' ? (card.word ?? '') : 'yes';
      const decision: Decision = { approval: card.key, decision: 'approve', by: 'web', confirmation };
      const grant = grantOf(addressOf(card), card, decision, 500_000 + n);
      const signature = key.sign(grantText(grant));
      signed.set(signature, grantText(grant));
      return { approval: addressOf(card), decision: 'approve', at: 500_000 + n, grant: { ...grant, signature } };
    });
    const pick = <Item>(items: readonly Item[]): Item => items[draw(items.length)] ?? assert.fail();
    const turned = (text: string) => {
      const at = draw(text.length);
      return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;
    };
    const changes: readonly ((claim: Claim) => Claim)[] = [
      claim => ({ ...claim, approval: pick(genuine).approval }),
      claim => ({ ...claim, grant: pick(genuine).grant }),
      claim => ({ ...claim, grant: { ...claim.grant, signature: turned(claim.grant.signature) } }),
      claim => ({ ...claim, grant: { ...claim.grant, signature: '' } }),
      claim => ({ ...claim, grant: { ...claim.grant, signature: pick(genuine).grant.signature } }),
      claim => ({ ...claim, grant: { ...claim.grant, digest: turned(claim.grant.digest) } }),
      claim => ({ ...claim, grant: { ...claim.grant, nonce: `nonce-${draw(400)}` } }),
      claim => ({ ...claim, grant: { ...claim.grant, by: 'telegram:666' } }),
      claim => ({ ...claim, grant: { ...claim.grant, confirmation: pick(['yes', 'no', 'anchor', 'river', '']) } }),
      claim => ({ ...claim, grant: { ...claim.grant, decidedAt: draw(2_000_000) } }),
      claim => ({ ...claim, grant: { ...claim.grant, expiresAt: 10 ** 15 } }),
      claim => ({ ...claim, grant: { ...claim.grant, approval: pick(genuine).approval } }),
      claim => ({ ...claim, at: 1_000_000 + draw(1000) }),
      claim => ({ ...claim, decision: pick(['approve', 'deny', 'undo', 'APPROVE', 'maybe', '']) }),
      claim => claim,
    ];
    const grants = new Map<string, GrantRecord>();
    const executions = new Map<string, number>();
    const closed = new Set<string>();
    let unmatched = 0;
    let checked = 0;
    let wrong = 0;
    for (let n = 0; n < total; n += 1) {
      let claim = pick(genuine);
      for (let times = 1 + draw(3); times > 0; times -= 1) claim = pick(changes)(claim);
      const { approval, grant, at } = claim;
      const card = byAddress.get(approval) ?? assert.fail();
      // a replay of what was consumed comes here as well: then nothing but the grant itself stands in its way
      if (!closed.has(approval)) {
        const { digest, nonce, confirmation } = grant;
        const said = { digest, nonce, at, ...defined({ confirmation: confirmation ?? undefined }) };
        const verdict = judgeAnswer(questionOf(card), { ...said, decision: claim.decision as 'approve' });
        if (verdict !== 'yes' || draw(50) > 0) continue; // most are let pass, so that each card is tried often
        const claimed = { ...grant, approval };
        const isGenuine = signed.get(grant.signature) === grantText(claimed);
        if (checked < 2000) {
          checked += 1;
          if (isGenuine !== (grant.signature.length === 86 && key.verify(grantText(claimed), grant.signature)))
            wrong += 1;
        }
        if (!isGenuine) continue;
        closed.add(approval);
        grants.set(approval, { ...claimed, consumedAt: null, consumedBy: null });
      }
      const held = grants.get(approval);
      const problem = whyUnredeemed(
        held,
        { digest: card.digest, now: at },
        ({ signature, ...text }) => signed.get(signature) === grantText(text),
      );
      if (problem !== undefined || !held) continue;
      grants.set(approval, { ...held, consumedAt: at, consumedBy: 'tool-call:x' });
      executions.set(approval, (executions.get(approval) ?? 0) + 1);
      const own = genuine.find(one => one.approval === approval);
      if (grantText(held) !== (own && grantText(own.grant))) unmatched += 1;
    }
    const most = Math.max(...executions.values());
    t.diagnostic(
      `${total} decisions, ${executions.size} of ${cards.length} approvals executed; without a matching approval ${unmatched}, most per approval ${most}; ${checked} signatures checked by the key, ${wrong} otherwise than expected`,
    );
    assert.ok(executions.size > 300, 'the genuine ones among them do start something');
    assert.equal(checked, 2000);
    assert.deepEqual([unmatched, most, wrong], [0, 1, 0]);
  });
});

suite('the real agent', () => {
  const session = 'session:web:main';

  /** An agent whose owner is asked about eight mails. */
  async function asked(t: TestContext): Promise<{ agent: TestAgent; rows: readonly ApprovalRow[] }> {
    const calls = Array.from({ length: 8 }, (_, n) => ({ name: 'send_mail', arguments: { to: `m${n}` } }));
    const agent = await openAgent(t, ({ index }) => (index === 0 ? { toolCalls: calls } : { text: 'ok' }));
    await agent.inside.message('web', session, { key: '1', text: 'go', taint: 'owner' });
    await agent.quiet();
    const rows = agent.reader.approvals('pending');
    assert.equal(rows.length, 8);
    return { agent, rows };
  }

  const yesTo = ({ card: { key, digest, nonce } }: ApprovalRow): Decision => {
    return { approval: key, decision: 'approve', confirmation: 'yes', by: 'web', digest, nonce };
  };

  test('given thousands of forged decisions and events, when they come by every way in, then no mail is sent; then each is sent once', async t => {
    const { agent, rows } = await asked(t);
    const draw = numbers(7);
    const pick = <Item>(items: readonly Item[]): Item => items[draw(items.length)] ?? assert.fail();
    const stranger = testKey();
    const now = Date.now();
    /** A yes as `decide` would send it, signed by somebody else, or by nobody. */
    const event = (row: ApprovalRow, signature: (grant: SignedGrant) => string): Event => {
      const { digest, nonce } = row.card;
      const grant = { ...grantOf(row.id, row.card, yesTo(row), now), signature: '' };
      const { by, decidedAt, expiresAt } = grant;
      const said = { decision: 'approve', confirmation: 'yes', approval: row.id, by, digest, nonce };
      return { type: 'approval.answered', ...said, decidedAt, expiresAt, signature: signature(grant) };
    };
    let tried = 0;
    for (let round = 0; round < (areAllRun ? 40 : 10); round += 1) {
      const coming: Promise<unknown>[] = [];
      for (let n = 0; n < 75; n += 1) {
        tried += 1;
        const row = pick(rows);
        const other = pick(rows);
        const ways: readonly (() => Promise<unknown>)[] = [
          () => agent.inside.decide({ ...yesTo(row), digest: 'e'.repeat(64) }),
          () => agent.inside.decide({ ...yesTo(row), nonce: pick(['', 'forged', `${other.card.nonce}x`]) }),
          () => agent.inside.decide({ approval: row.card.key, decision: 'approve', by: 'web' }),
          () => agent.inside.decide({ ...yesTo(row), confirmation: pick(['no', 'YES', ' yes', '']) }),
          () => agent.inside.decide({ ...yesTo(row), decision: 'undo' }),
          () =>
            agent.inside.decide({
              ...yesTo(row),
              approval: pick(['', 'x', row.card.key.slice(1), 'session:web:main']),
            }),
          () => agent.inside.decide({ ...yesTo(row), decision: 'maybe' as 'deny' }),
          () => agent.system.accept({ target: row.id, event: event(row, () => '') }),
          () => agent.system.accept({ target: row.id, event: event(row, grant => stranger.sign(grantText(grant))) }),
          // signed by Straylight, for another approval
          () =>
            agent.system.accept({
              target: row.id,
              event: event(row, grant => agent.key.sign(grantText({ ...grant, approval: `${other.id}x` }))),
            }),
        ];
        coming.push(pick(ways)().catch(() => {}));
      }
      await Promise.all(coming);
      await agent.quiet();
    }
    const sentBefore = agent.mails.length;
    const granted = rows.filter(({ id }) => agent.approvals.grant(id) !== undefined).length;
    t.diagnostic(`${tried} forged; executions ${sentBefore}, grants ${granted}`);
    assert.deepEqual([sentBefore, granted], [0, 0]);
    assert.ok(
      rows.every(({ id }) => agent.conversation.approval(id)?.state === 'pending'),
      'all still wait',
    );
    // an end that no approval has had, put where only the host writes: the call ends, and not with an act
    const [first, ...others] = rows;
    await forgedEnd(agent, first ?? assert.fail());
    await agent.quiet();
    assert.equal(agent.mails.length, 0);
    for (const row of others) {
      const answers = await Promise.all([yesTo(row), yesTo(row), yesTo(row)].map(yes => agent.inside.decide(yes)));
      assert.deepEqual(
        answers.map(({ ok }) => ok),
        [true, false, false],
      );
      await agent.quiet();
    }
    const each = Object.values(Object.groupBy(agent.mails, mail => mail)).map(all => all?.length ?? 0);
    t.diagnostic(
      `then approved three times each: ${agent.mails.length} mails, most per approval ${Math.max(0, ...each)}`,
    );
    assert.deepEqual(
      each,
      others.map(() => 1),
    );
  });

  /** Tells a tool call that its approval was granted, as its approval would. */
  function forgedEnd(agent: TestAgent, row: ApprovalRow): Promise<void> {
    const call = agent.store.actor(row.id)?.parent;
    if (call == null) return Promise.resolve();
    const stamp = { at: Date.now(), id: 'forged', from: row.id, actorId: 'approval' };
    const event = { type: 'xstate.done.actor.approval', output: { outcome: 'granted' }, ...stamp };
    return agent.system.perform(batch => void batch.mails.push({ target: call, event, child: row.id }));
  }

  const refused = (act: Promise<unknown>) => assert.rejects(act, /had already started by then; it cannot be rewound/);
  for (const [what, again] of [
    ['begun again', ({ directives }: TestAgent, call: string) => directives.restart(call, 'fresh')],
    [
      'to be taken back to before the yes was used up',
      ({ directives }: TestAgent, call: string) => refused(directives.rewind(call, 3)),
    ],
    [
      'to be taken back to when the owner was asked',
      ({ directives }: TestAgent, call: string) => refused(directives.rewind(call, 2)),
    ],
  ] as const)
    test(`given a yes that was used up, when its call is ${what}, then that yes starts nothing any more`, async t => {
      const released = Promise.withResolvers<void>();
      const mail = { toolCalls: [{ name: 'send_mail', arguments: { to: 'a' } }] };
      const agent = await openAgent(t, ({ index }) => (index === 0 ? mail : { text: 'ok' }), {
        mailing: () => released.promise,
      });
      await agent.inside.message('web', session, { key: '1', text: 'go', taint: 'owner' });
      await agent.quiet();
      const [row] = agent.reader.approvals('pending');
      const yes = yesTo(row ?? assert.fail());
      const decided = agent.inside.decide(yes);
      assert.deepEqual(await decided, { ok: true, state: 'granted' });
      const used = agent.approvals.grant(row?.id ?? '');
      assert.ok(used?.consumedAt);
      await again(agent, used.consumedBy ?? '');
      released.resolve();
      await agent.quiet();
      assert.deepEqual(agent.mails, ['a']);
      assert.partialDeepStrictEqual(await agent.inside.decide(yes), { ok: false, why: 'decided', outcome: 'granted' });
      for (const second of agent.reader.approvals('pending')) {
        const replayed = await agent.inside.decide({ ...yes, approval: second.card.key });
        assert.partialDeepStrictEqual(replayed, { ok: false, why: 'changed' });
      }
      await agent.quiet();
      assert.deepEqual(agent.mails, ['a']);
      assert.deepEqual(agent.approvals.grant(row?.id ?? ''), used);
    });
});
