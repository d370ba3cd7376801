/** The way of a yes through the real agent: turns, undo, denials, standing approvals, batches. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Decision } from '../../../src/domain/approvals/card.ts';
import type { StandingPattern } from '../../../src/domain/approvals/standing.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import type { ApprovalRow } from '../../../src/domain/supervision/view.ts';
import { modelTexts } from '../../../src/domain/text/texts.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { openAgent, type TestAgent, type TestAgentOptions } from '../test-agent.ts';

const session = 'session:web:main';
const mailTo = (...to: readonly string[]): Turn => ({
  toolCalls: to.map(name => ({ name: 'send_mail', arguments: { to: name } })),
});

/** An agent whose model sends what the owner names: `!mail a b`; `!look a b` looks at addresses. */
async function opened(t: TestContext, options: TestAgentOptions = {}): Promise<TestAgent> {
  let asked = '';
  return openAgent(
    t,
    ({ said }: Asked) => {
      const words = /(?<=!)(?:mail|look) .*/.exec(said)?.[0] ?? '';
      if (words === '' || words === asked) return { text: 'ok' };
      asked = words;
      const [verb, ...names] = words.split(' ');
      if (verb === 'mail') return mailTo(...names);
      return { toolCalls: names.map(url => ({ name: 'look_at', arguments: { url: `https://${url}/` } })) };
    },
    options,
  );
}

let said = 0;
async function says(agent: TestAgent, text: string, taint: 'owner' | 'external' = 'owner'): Promise<void> {
  said += 1;
  await agent.inside.message('web', session, { key: `m${said}`, text, taint });
  await agent.quiet();
}

/** What is pending, in the order of asking. */
const pending = (agent: TestAgent): readonly ApprovalRow[] => agent.reader.approvals('pending').toReversed();
const approve = ({ card: { key, digest, nonce } }: ApprovalRow): Decision => {
  return { approval: key, decision: 'approve', confirmation: 'yes', by: 'web', digest, nonce };
};
const nth = (rows: readonly ApprovalRow[], n: number): ApprovalRow => rows[n] ?? assert.fail(`there is no ${n}`);
const answers = (agent: TestAgent): readonly string[] =>
  agent.conversation.messages(session, { limit: 50 }).flatMap(({ role, text }) => (role === 'owner' ? [] : [text]));

async function until(agent: TestAgent, holds: () => boolean): Promise<void> {
  while (!holds()) await agent.quiet();
}

suite('three before the owner', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const intents = (rows: readonly ApprovalRow[]) =>
    rows
      .map(({ card }) => card.intent.at(-1))
      .toSorted()
      .join('');

  test('given five calls that ask, when they wait, then three are shown in the order of asking, and each end shows the next', async t => {
    const agent = await opened(t);
    await says(agent, `!mail ${names.join(' ')}`);
    const shown = () => pending(agent).filter(({ queued }) => !queued);
    const queued = () => pending(agent).filter(({ queued }) => queued);
    assert.deepEqual([intents(shown()), intents(queued())], ['abc', 'de']);
    assert.ok(shown().every(({ card }) => card.expiresAt !== undefined));
    assert.ok(
      queued().every(({ card }) => card.expiresAt === undefined),
      'their time has not begun',
    );
    assert.equal(agent.leaf('approval-desk'), 'full');
    await agent.inside.decide(approve(nth(shown(), 0)));
    await agent.quiet();
    assert.deepEqual([intents(shown()), intents(queued())], ['bcd', 'e']);
    await agent.inside.decide({ ...approve(nth(shown(), 0)), decision: 'deny' });
    await agent.quiet();
    assert.deepEqual([intents(shown()), intents(queued())], ['cde', '']);
    assert.equal(agent.leaf('approval-desk'), 'idle');
  });

  test('given one that waits for its turn, when it is decided, then that counts, and it takes no turn', async t => {
    const agent = await opened(t);
    await says(agent, `!mail ${names.join(' ')}`);
    const last = pending(agent).find(({ card }) => card.intent.endsWith('e')) ?? assert.fail('e waits');
    assert.equal(last.queued, true);
    assert.deepEqual(await agent.inside.decide(approve(last)), { ok: true, state: 'granted' });
    await agent.quiet();
    assert.deepEqual(agent.mails, ['e']);
  });

  test('given approvals.mode = "block", when all are decided in turn, then the turn goes on with every result', async t => {
    const agent = await opened(t, { born: { approvals: 'block' } });
    await says(agent, `!mail ${names.join(' ')}`);
    while (pending(agent).length > 0) {
      for (const row of pending(agent)) await agent.inside.decide(approve(row));
      await agent.quiet();
    }
    assert.deepEqual(agent.mails.toSorted(), names);
    assert.equal(answers(agent).at(-1), 'ok');
  });

  test('given an approval before the owner that is stopped from outside, when another leaves, then both turns go to those that wait', async t => {
    const agent = await opened(t);
    await says(agent, `!mail ${names.join(' ')}`);
    const [first, second] = pending(agent).filter(({ queued }) => !queued);
    await agent.directives.stop(first?.id ?? '');
    await agent.inside.decide({ ...approve(second ?? assert.fail()), decision: 'deny' });
    await agent.quiet();
    assert.equal(pending(agent).filter(({ queued }) => queued).length, 0);
  });
});

suite('taking a yes back', () => {
  test('given a yes, when it is taken back in time, then nothing runs, and everybody is told so', async t => {
    const agent = await opened(t, { undoS: 30 });
    await says(agent, '!mail a');
    const [row] = pending(agent);
    const yes = approve(row ?? assert.fail());
    const before = Date.now();
    const answer = await agent.inside.decide(yes);
    assert.ok(answer.ok && answer.undoUntil !== undefined && answer.undoUntil >= before + 30_000);
    const [held] = agent.reader.approvals('granted');
    assert.equal(held?.card.undoUntil, answer.undoUntil);
    await agent.quiet();
    assert.deepEqual(agent.mails, []);
    const twice = await agent.inside.decide(yes);
    assert.partialDeepStrictEqual(twice, { ok: false, why: 'decided', outcome: 'granted' });
    assert.partialDeepStrictEqual(await agent.inside.decide({ ...yes, decision: 'deny' }), {
      ok: false,
      why: 'decided',
    });
    const other = await agent.inside.decide({ ...yes, decision: 'undo', nonce: 'forged' });
    assert.partialDeepStrictEqual(other, { ok: false });
    assert.deepEqual(await agent.inside.decide({ ...yes, decision: 'undo' }), { ok: true, state: 'undone' });
    const late = await agent.inside.decide({ ...yes, decision: 'undo' });
    assert.partialDeepStrictEqual(late, { ok: false, why: 'decided', outcome: 'denied' });
    await agent.quiet();
    assert.deepEqual(agent.mails, []);
    const [over] = agent.reader.approvals('denied');
    assert.deepEqual([over?.reason, over?.card.undoUntil], ['taken back', undefined]);
    assert.ok(answers(agent).includes(modelTexts.takenBack));
    assert.equal(agent.approvals.grant(row?.id ?? ''), undefined, 'nothing was granted in the end');
  });

  test('given a yes, when its time is over, then the act runs once, and it can no longer be taken back', async t => {
    const agent = await opened(t, { undoS: 0.05 });
    await says(agent, '!mail a');
    const yes = approve(nth(pending(agent), 0));
    await agent.inside.decide(yes);
    await until(agent, () => agent.mails.length > 0);
    const late = await agent.inside.decide({ ...yes, decision: 'undo' });
    assert.partialDeepStrictEqual(late, { ok: false, why: 'decided', outcome: 'granted' });
    await agent.quiet();
    assert.deepEqual(agent.mails, ['a']);
    assert.equal(agent.reader.approvals('granted')[0]?.card.undoUntil, undefined);
  });

  test('given nothing that was approved, when it is taken back, then that is said', async t => {
    const agent = await opened(t, { undoS: 30 });
    await says(agent, '!mail a');
    const answer = await agent.inside.decide({ ...approve(nth(pending(agent), 0)), decision: 'undo' });
    assert.partialDeepStrictEqual(answer, { ok: false, why: 'unknown' });
  });
});

suite('a yes that wants more than one tap', () => {
  test('given a medium risk, when one tap says yes, then it still waits, and that is said', async t => {
    const agent = await opened(t);
    await says(agent, '!mail a');
    const { confirmation: _, ...tap } = approve(nth(pending(agent), 0));
    assert.partialDeepStrictEqual(await agent.inside.decide(tap), { ok: false, why: 'unconfirmed' });
    assert.equal(pending(agent).length, 1);
    assert.deepEqual(await agent.inside.decide({ ...tap, confirmation: 'yes' }), { ok: true, state: 'granted' });
  });
});

suite('a denial', () => {
  test('given a denial, when the model asks for the very same again, then it is refused without a card, until the owner writes', async t => {
    let asks = 0;
    const agent = await openAgent(t, () => {
      asks += 1;
      // asked for, answered with what became of it, asked for again in the turn that the denial opens
      return asks === 1 || asks === 3 || asks === 5 ? mailTo('a') : { text: 'ok' };
    });
    await says(agent, 'go');
    await agent.inside.decide({ ...approve(nth(pending(agent), 0)), decision: 'deny', reason: 'not today' });
    await agent.quiet();
    assert.equal(pending(agent).length, 0);
    assert.ok(answers(agent).includes(modelTexts.deniedBefore('not today')));
    assert.equal(agent.reader.approvals().length, 1, 'no second card');
    await says(agent, 'all right, do it');
    assert.equal(pending(agent).length, 1, 'new words lift it');
    assert.deepEqual(agent.mails, []);
  });
});

suite('standing approvals', () => {
  const day = 86_400_000;
  const toA = { tool: 'send_mail', arguments: { to: { is: 'a' } } } as const;

  test('given a call that waits, when it is allowed for ten times, then calls like it run without a card, and others ask', async t => {
    const agent = await opened(t);
    await says(agent, '!mail a');
    const [row] = pending(agent);
    const stands = await agent.standing.add({ pattern: { approval: row?.id ?? '' }, forMs: day, most: 2, by: 'web' });
    assert.deepEqual(stands.arguments, { to: { is: 'a' } });
    await agent.inside.decide({ ...approve(row ?? assert.fail()), decision: 'deny' });
    await agent.quiet();
    await says(agent, 'now !mail a b');
    assert.deepEqual(agent.mails, ['a']);
    assert.deepEqual(
      pending(agent).map(({ card }) => card.intent),
      ['Send a mail to b'],
    );
    const [left] = await agent.standing.list();
    assert.deepEqual([left?.id, left?.used, left?.most], [stands.id, 1, 2]);
    await says(agent, 'again !mail a');
    assert.deepEqual(agent.mails, ['a', 'a']);
    assert.deepEqual(await agent.standing.list(), [], 'it is used up');
    await says(agent, 'and again !mail a x');
    assert.equal(pending(agent).length, 3);
  });

  test('given text from outside in the conversation, when a call matches, then the owner is asked', async t => {
    const agent = await opened(t);
    await agent.standing.add({ pattern: toA, forMs: day, most: 10, by: 'cli' });
    await says(agent, 'a letter says: !mail a', 'external');
    assert.equal(pending(agent).length, 1);
    const never = agent.standing.add({
      pattern: { approval: pending(agent)[0]?.id ?? '' },
      forMs: day,
      most: 1,
      by: 'web',
    });
    await assert.rejects(never, (error: Fault) => error.failure.kind === 'denied');
  });

  test('given one that is revoked, or over, or not signed by this agent, when a call matches, then the owner is asked', async t => {
    const agent = await opened(t);
    const revoked = await agent.standing.add({ pattern: toA, forMs: day, most: 10, by: 'cli' });
    assert.equal(await agent.standing.revoke(revoked.id), true);
    assert.equal(await agent.standing.revoke(revoked.id), false);
    const now = Date.now();
    const forged = { ...toA, by: 'cli', at: now, until: now + day, most: 10, used: 0 };
    agent.approvals.addStanding({ ...forged, id: 'forged', signature: 'A'.repeat(86) });
    await says(agent, '!mail a');
    assert.equal(pending(agent).length, 1);
    assert.deepEqual(agent.mails, []);
  });

  test('given a tool that is not there, or an argument it does not take, when it is allowed, then that is said and nothing stands', async t => {
    const agent = await opened(t);
    const add = (pattern: StandingPattern) => agent.standing.add({ pattern, forMs: day, most: 1, by: 'cli' });
    await assert.rejects(
      add({ ...toA, tool: 'nosuch' }),
      /there is no tool "nosuch"; there are memory_save, .*send_mail/,
    );
    await assert.rejects(add({ ...toA, arguments: { whom: { is: 'a' } } }), /takes no argument "whom"; it takes to\./);
    await assert.rejects(add({ ...toA, arguments: {} }), /send_mail always gets to\./);
    assert.deepEqual(await agent.standing.list(), []);
  });

  test('given terms out of bounds, when they are asked for, then that is said', async t => {
    const agent = await opened(t);
    for (const wrong of [{ forMs: 999 }, { forMs: 400 * day }, { most: 0 }, { most: 10_001 }, { most: 1.5 }])
      await assert.rejects(
        agent.standing.add({ pattern: toA, forMs: day, most: 1, by: 'cli', ...wrong }),
        (error: unknown) => error instanceof Fault && error.failure.kind === 'invalid',
      );
  });
});

suite('a yes for a conversation', () => {
  const forSession = (row: ApprovalRow) => ({ pattern: { approval: row.id }, forMs: 86_400_000, most: 2, by: 'web' });

  test('given one, when the same call is made again, then it runs there so many times, and is asked about everywhere else', async t => {
    const agent = await opened(t);
    await says(agent, '!mail a');
    const row = nth(pending(agent), 0);
    assert.equal(row.card.mayStand, true);
    await agent.inside.decide(approve(row));
    const given = await agent.standing.add({ ...forSession(row), isForSession: true });
    assert.deepEqual([given.session, given.approval], [session, row.id]);
    await agent.quiet();
    for (const text of ['!mail b', '!mail a', '!mail b ', '!mail a ']) await says(agent, text);
    assert.deepEqual(agent.mails, ['a', 'a', 'a']);
    assert.deepEqual(await agent.standing.list(), [], 'it is used up');
    const other = await agent.standing.add({ ...forSession(nth(pending(agent), 0)), isForSession: false });
    assert.equal(other.session, undefined, 'without that it stands everywhere');
  });

  test('given one, when another conversation makes the same call, then the owner is asked', async t => {
    const agent = await opened(t);
    await says(agent, '!mail a');
    const row = nth(pending(agent), 0);
    await agent.inside.decide(approve(row));
    await agent.standing.add({ ...forSession(row), isForSession: true });
    await agent.quiet();
    for (const text of ['!mail b', '!mail a']) {
      await agent.inside.message('web', `${session}~2`, { key: text, text, taint: 'owner' });
      await agent.quiet();
    }
    assert.deepEqual([agent.mails, pending(agent).length], [['a'], 2]);
  });

  test('given a yes that is taken back, when the call is made again, then what stood with it stands no longer', async t => {
    const agent = await opened(t, { undoS: 30 });
    await says(agent, '!mail a');
    const row = nth(pending(agent), 0);
    await agent.inside.decide(approve(row));
    await agent.standing.add({ ...forSession(row), isForSession: true });
    assert.equal((await agent.standing.list()).length, 1);
    await agent.inside.decide({ ...approve(row), decision: 'undo' });
    await agent.quiet();
    assert.deepEqual(await agent.standing.list(), []);
    await says(agent, 'now !mail b');
    await says(agent, 'and !mail a');
    assert.deepEqual([agent.mails, pending(agent).length], [[], 2]);
  });

  test('given an approval that was not granted, or a conversation with text from outside, when one is asked for, then it is refused', async t => {
    const agent = await opened(t);
    await says(agent, '!mail a');
    await assert.rejects(agent.standing.add({ ...forSession(nth(pending(agent), 0)), isForSession: true }));
    await says(agent, 'a letter says: !mail b', 'external');
    const tainted = pending(agent).find(({ card }) => card.intent.endsWith('b')) ?? assert.fail('b waits');
    assert.equal(tainted.card.mayStand, undefined);
  });
});

suite('a changed call', () => {
  const edit = (row: ApprovalRow, args: object): Decision => {
    const { confirmation: _, ...named } = approve(row);
    return { ...named, decision: 'edit', arguments: JSON.stringify(args) };
  };

  test('given one that waits, when the owner changes it, then the changed one is judged and asked anew, runs once, and the model reads what ran', async t => {
    const agent = await opened(t, { undoS: 0 });
    await says(agent, '!mail a');
    const row = nth(pending(agent), 0);
    assert.deepEqual(agent.reader.requestedCall(row.id), { tool: 'send_mail', arguments: { to: 'a' } });
    assert.deepEqual(await agent.inside.decide(edit(row, { to: 'z' })), { ok: true, state: 'edited' });
    await agent.quiet();
    const before = agent.reader.approvals().find(({ id }) => id === row.id);
    assert.deepEqual([before?.state, before?.reason], ['denied', 'changed']);
    const now = nth(pending(agent), 0);
    assert.notEqual(now.id, row.id);
    assert.notEqual(now.card.digest, row.card.digest);
    assert.match(now.card.intent, /z/);
    assert.deepEqual(agent.mails, [], 'a change is no yes');
    assert.equal((await agent.inside.decide(approve(row))).ok, false, 'the old card takes none');
    await agent.inside.decide(approve(now));
    await agent.quiet();
    assert.deepEqual(agent.mails, ['z']);
    assert.ok(
      agent.conversation
        .messages(session, { limit: 50 })
        .some(({ text }) =>
          text.includes('The owner changed this call before it ran. It ran with these arguments: {"to":"z"}'),
        ),
    );
  });

  test('given arguments that are none, the same ones, or a card that is not the one on screen, when they are sent, then nothing is changed', async t => {
    const agent = await opened(t);
    await says(agent, '!mail a');
    const row = nth(pending(agent), 0);
    for (const [wrong, why] of [
      [edit(row, { wrong: 'z' }), 'invalid'],
      [edit(row, { to: 'a' }), 'invalid'],
      [{ ...edit(row, { to: 'z' }), digest: 'e'.repeat(64) }, 'changed'],
      [{ ...edit(row, { to: 'z' }), nonce: 'another' }, 'changed'],
    ] as const) {
      const answer = await agent.inside.decide(wrong);
      assert.ok(!answer.ok && answer.why === why, JSON.stringify(answer));
    }
    await agent.quiet();
    assert.equal(nth(pending(agent), 0).id, row.id);
  });

  test('given a change that is denied in turn, when the model goes on, then nothing has run', async t => {
    const agent = await opened(t);
    await says(agent, '!mail a');
    await agent.inside.decide(edit(nth(pending(agent), 0), { to: 'z' }));
    await agent.quiet();
    await agent.inside.decide({ ...approve(nth(pending(agent), 0)), decision: 'deny' });
    await agent.quiet();
    assert.deepEqual([agent.mails, pending(agent).length], [[], 0]);
  });
});

suite('a batch', () => {
  test('given four calls of low risk, alike, when one decision names all of them, then each is granted and used up by itself', async t => {
    const agent = await opened(t);
    await says(agent, '!look a.example b.example c.example d.example', 'external');
    const rows = pending(agent);
    assert.deepEqual(
      rows.map(({ card }) => card.risk),
      ['low', 'low', 'low', 'low'],
    );
    const all = rows.map(approve).map(({ confirmation: _, ...tap }) => tap);
    const answered = await agent.inside.decideAll(all);
    assert.deepEqual(
      answered,
      all.map(() => ({ ok: true, state: 'granted' })),
    );
    await agent.quiet();
    assert.equal(agent.mails.length, 4);
    for (const { id } of rows) assert.ok(agent.approvals.grant(id)?.consumedAt);
    const again = await agent.inside.decideAll(all);
    assert.ok(again.every(answer => !answer.ok && answer.why === 'decided'));
    await agent.quiet();
    assert.equal(agent.mails.length, 4);
  });

  test('given what is not alike, not harmless, not seen or too few, when one decision names all, then none counts', async t => {
    const agent = await opened(t);
    await says(agent, '!mail a b c');
    const mails = pending(agent).map(approve);
    const unseen = mails.map(({ digest: _, ...rest }) => rest);
    for (const wrong of [
      mails,
      mails.slice(0, 2),
      unseen,
      [...mails, { ...nth(pending(agent), 0), approval: 'nobody' }],
    ]) {
      const answered = await agent.inside.decideAll(wrong as Decision[]);
      assert.ok(answered.every(answer => !answer.ok && answer.why === 'unconfirmed'));
    }
    assert.equal(pending(agent).length, 3);
    assert.deepEqual(agent.mails, []);
  });
});
