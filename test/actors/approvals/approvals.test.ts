/** The way of a yes through the real house: turns, undo, denials, standing approvals, batches. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Decision } from '../../../src/domain/approvals/card.ts';
import type { StandingPattern } from '../../../src/domain/approvals/standing.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import type { ApprovalRow } from '../../../src/domain/supervision/view.ts';
import { modelTexts } from '../../../src/domain/text/texts.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { type House, type HouseOptions, openHouse } from '../house.ts';

const session = 'session:web:main';
const mailTo = (...to: readonly string[]): Turn => ({
  toolCalls: to.map(name => ({ name: 'send_mail', arguments: { to: name } })),
});

/** A house whose model sends what the owner names: `!mail a b`; `!look a b` looks at addresses. */
async function opened(t: TestContext, options: HouseOptions = {}): Promise<House> {
  let asked = '';
  return openHouse(
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
async function says(house: House, text: string, taint: 'owner' | 'external' = 'owner'): Promise<void> {
  said += 1;
  await house.inside.message('web', session, { key: `m${said}`, text, taint });
  await house.quiet();
}

/** What is pending, in the order of asking. */
const pending = (house: House): readonly ApprovalRow[] => house.reader.approvals('pending').toReversed();
const approve = ({ card: { key, digest, nonce } }: ApprovalRow): Decision => {
  return { approval: key, decision: 'approve', confirmation: 'yes', by: 'web', digest, nonce };
};
const nth = (rows: readonly ApprovalRow[], n: number): ApprovalRow => rows[n] ?? assert.fail(`there is no ${n}`);
const answers = (house: House): readonly string[] =>
  house.conversation.messages(session, { limit: 50 }).flatMap(({ role, text }) => (role === 'owner' ? [] : [text]));

async function until(house: House, holds: () => boolean): Promise<void> {
  while (!holds()) await house.quiet();
}

suite('three before the owner', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const intents = (rows: readonly ApprovalRow[]) =>
    rows
      .map(({ card }) => card.intent.at(-1))
      .toSorted()
      .join('');

  test('given five calls that ask, when they wait, then three are shown in the order of asking, and each end shows the next', async t => {
    const house = await opened(t);
    await says(house, `!mail ${names.join(' ')}`);
    const shown = () => pending(house).filter(({ queued }) => !queued);
    const queued = () => pending(house).filter(({ queued }) => queued);
    assert.deepEqual([intents(shown()), intents(queued())], ['abc', 'de']);
    assert.ok(shown().every(({ card }) => card.expiresAt !== undefined));
    assert.ok(
      queued().every(({ card }) => card.expiresAt === undefined),
      'their time has not begun',
    );
    assert.equal(house.leaf('approval-desk'), 'full');
    await house.inside.decide(approve(nth(shown(), 0)));
    await house.quiet();
    assert.deepEqual([intents(shown()), intents(queued())], ['bcd', 'e']);
    await house.inside.decide({ ...approve(nth(shown(), 0)), decision: 'deny' });
    await house.quiet();
    assert.deepEqual([intents(shown()), intents(queued())], ['cde', '']);
    assert.equal(house.leaf('approval-desk'), 'idle');
  });

  test('given one that waits for its turn, when it is decided, then that counts, and it takes no turn', async t => {
    const house = await opened(t);
    await says(house, `!mail ${names.join(' ')}`);
    const last = pending(house).find(({ card }) => card.intent.endsWith('e')) ?? assert.fail('e waits');
    assert.equal(last.queued, true);
    assert.deepEqual(await house.inside.decide(approve(last)), { ok: true, state: 'granted' });
    await house.quiet();
    assert.deepEqual(house.mails, ['e']);
  });

  test('given approvals.mode = "block", when all are decided in turn, then the turn goes on with every result', async t => {
    const house = await opened(t, { born: { approvals: 'block' } });
    await says(house, `!mail ${names.join(' ')}`);
    while (pending(house).length > 0) {
      for (const row of pending(house)) await house.inside.decide(approve(row));
      await house.quiet();
    }
    assert.deepEqual(house.mails.toSorted(), names);
    assert.equal(answers(house).at(-1), 'ok');
  });

  test('given an approval before the owner that is stopped from outside, when another leaves, then both turns go to those that wait', async t => {
    const house = await opened(t);
    await says(house, `!mail ${names.join(' ')}`);
    const [first, second] = pending(house).filter(({ queued }) => !queued);
    await house.directives.stop(first?.id ?? '');
    await house.inside.decide({ ...approve(second ?? assert.fail()), decision: 'deny' });
    await house.quiet();
    assert.equal(pending(house).filter(({ queued }) => queued).length, 0);
  });
});

suite('taking a yes back', () => {
  test('given a yes, when it is taken back in time, then nothing runs, and everybody is told so', async t => {
    const house = await opened(t, { undoS: 30 });
    await says(house, '!mail a');
    const [row] = pending(house);
    const yes = approve(row ?? assert.fail());
    const before = Date.now();
    const answer = await house.inside.decide(yes);
    assert.ok(answer.ok && answer.undoUntil !== undefined && answer.undoUntil >= before + 30_000);
    const [held] = house.reader.approvals('granted');
    assert.equal(held?.card.undoUntil, answer.undoUntil);
    await house.quiet();
    assert.deepEqual(house.mails, []);
    const twice = await house.inside.decide(yes);
    assert.partialDeepStrictEqual(twice, { ok: false, why: 'decided', outcome: 'granted' });
    assert.partialDeepStrictEqual(await house.inside.decide({ ...yes, decision: 'deny' }), {
      ok: false,
      why: 'decided',
    });
    const other = await house.inside.decide({ ...yes, decision: 'undo', nonce: 'forged' });
    assert.partialDeepStrictEqual(other, { ok: false });
    assert.deepEqual(await house.inside.decide({ ...yes, decision: 'undo' }), { ok: true, state: 'undone' });
    const late = await house.inside.decide({ ...yes, decision: 'undo' });
    assert.partialDeepStrictEqual(late, { ok: false, why: 'decided', outcome: 'denied' });
    await house.quiet();
    assert.deepEqual(house.mails, []);
    const [over] = house.reader.approvals('denied');
    assert.deepEqual([over?.reason, over?.card.undoUntil], ['taken back', undefined]);
    assert.ok(answers(house).includes(modelTexts.takenBack));
    assert.equal(house.approvals.grant(row?.id ?? ''), undefined, 'nothing was granted in the end');
  });

  test('given a yes, when its time is over, then the act runs once, and it can no longer be taken back', async t => {
    const house = await opened(t, { undoS: 0.05 });
    await says(house, '!mail a');
    const yes = approve(nth(pending(house), 0));
    await house.inside.decide(yes);
    await until(house, () => house.mails.length > 0);
    const late = await house.inside.decide({ ...yes, decision: 'undo' });
    assert.partialDeepStrictEqual(late, { ok: false, why: 'decided', outcome: 'granted' });
    await house.quiet();
    assert.deepEqual(house.mails, ['a']);
    assert.equal(house.reader.approvals('granted')[0]?.card.undoUntil, undefined);
  });

  test('given nothing that was approved, when it is taken back, then that is said', async t => {
    const house = await opened(t, { undoS: 30 });
    await says(house, '!mail a');
    const answer = await house.inside.decide({ ...approve(nth(pending(house), 0)), decision: 'undo' });
    assert.partialDeepStrictEqual(answer, { ok: false, why: 'unknown' });
  });
});

suite('a yes that wants more than one tap', () => {
  test('given a medium risk, when one tap says yes, then it still waits, and that is said', async t => {
    const house = await opened(t);
    await says(house, '!mail a');
    const { confirmation: _, ...tap } = approve(nth(pending(house), 0));
    assert.partialDeepStrictEqual(await house.inside.decide(tap), { ok: false, why: 'unconfirmed' });
    assert.equal(pending(house).length, 1);
    assert.deepEqual(await house.inside.decide({ ...tap, confirmation: 'yes' }), { ok: true, state: 'granted' });
  });
});

suite('a denial', () => {
  test('given a denial, when the model asks for the very same again, then it is refused without a card, until the owner writes', async t => {
    let asks = 0;
    const house = await openHouse(t, () => {
      asks += 1;
      // asked for, answered with what became of it, asked for again in the turn that the denial opens
      return asks === 1 || asks === 3 || asks === 5 ? mailTo('a') : { text: 'ok' };
    });
    await says(house, 'go');
    await house.inside.decide({ ...approve(nth(pending(house), 0)), decision: 'deny', reason: 'not today' });
    await house.quiet();
    assert.equal(pending(house).length, 0);
    assert.ok(answers(house).includes(modelTexts.deniedBefore('not today')));
    assert.equal(house.reader.approvals().length, 1, 'no second card');
    await says(house, 'all right, do it');
    assert.equal(pending(house).length, 1, 'new words lift it');
    assert.deepEqual(house.mails, []);
  });
});

suite('standing approvals', () => {
  const day = 86_400_000;
  const toA = { tool: 'send_mail', arguments: { to: { is: 'a' } } } as const;

  test('given a call that waits, when it is allowed for ten times, then calls like it run without a card, and others ask', async t => {
    const house = await opened(t);
    await says(house, '!mail a');
    const [row] = pending(house);
    const stands = await house.standing.add({ pattern: { approval: row?.id ?? '' }, forMs: day, most: 2, by: 'web' });
    assert.deepEqual(stands.arguments, { to: { is: 'a' } });
    await house.inside.decide({ ...approve(row ?? assert.fail()), decision: 'deny' });
    await house.quiet();
    await says(house, 'now !mail a b');
    assert.deepEqual(house.mails, ['a']);
    assert.deepEqual(
      pending(house).map(({ card }) => card.intent),
      ['Send a mail to b'],
    );
    const [left] = await house.standing.list();
    assert.deepEqual([left?.id, left?.used, left?.most], [stands.id, 1, 2]);
    await says(house, 'again !mail a');
    assert.deepEqual(house.mails, ['a', 'a']);
    assert.deepEqual(await house.standing.list(), [], 'it is used up');
    await says(house, 'and again !mail a x');
    assert.equal(pending(house).length, 3);
  });

  test('given text from outside in the conversation, when a call matches, then the owner is asked', async t => {
    const house = await opened(t);
    await house.standing.add({ pattern: toA, forMs: day, most: 10, by: 'cli' });
    await says(house, 'a letter says: !mail a', 'external');
    assert.equal(pending(house).length, 1);
    const never = house.standing.add({
      pattern: { approval: pending(house)[0]?.id ?? '' },
      forMs: day,
      most: 1,
      by: 'web',
    });
    await assert.rejects(never, (error: Fault) => error.failure.kind === 'denied');
  });

  test('given one that is revoked, or over, or not signed by this house, when a call matches, then the owner is asked', async t => {
    const house = await opened(t);
    const revoked = await house.standing.add({ pattern: toA, forMs: day, most: 10, by: 'cli' });
    assert.equal(await house.standing.revoke(revoked.id), true);
    assert.equal(await house.standing.revoke(revoked.id), false);
    const now = Date.now();
    const forged = { ...toA, by: 'cli', at: now, until: now + day, most: 10, used: 0 };
    house.approvals.addStanding({ ...forged, id: 'forged', signature: 'A'.repeat(86) });
    await says(house, '!mail a');
    assert.equal(pending(house).length, 1);
    assert.deepEqual(house.mails, []);
  });

  test('given a tool that is not there, or an argument it does not take, when it is allowed, then that is said and nothing stands', async t => {
    const house = await opened(t);
    const add = (pattern: StandingPattern) => house.standing.add({ pattern, forMs: day, most: 1, by: 'cli' });
    await assert.rejects(
      add({ ...toA, tool: 'nosuch' }),
      /there is no tool "nosuch"; there are memory_save, .*send_mail/,
    );
    await assert.rejects(add({ ...toA, arguments: { whom: { is: 'a' } } }), /takes no argument "whom"; it takes to\./);
    await assert.rejects(add({ ...toA, arguments: {} }), /send_mail is always given to\./);
    assert.deepEqual(await house.standing.list(), []);
  });

  test('given terms out of bounds, when they are asked for, then that is said', async t => {
    const house = await opened(t);
    for (const wrong of [{ forMs: 999 }, { forMs: 400 * day }, { most: 0 }, { most: 10_001 }, { most: 1.5 }])
      await assert.rejects(
        house.standing.add({ pattern: toA, forMs: day, most: 1, by: 'cli', ...wrong }),
        (error: unknown) => error instanceof Fault && error.failure.kind === 'invalid',
      );
  });
});

suite('a yes for a conversation', () => {
  const forSession = (row: ApprovalRow) => ({ pattern: { approval: row.id }, forMs: 86_400_000, most: 2, by: 'web' });

  test('given one, when the same call is made again, then it runs there so many times, and is asked about everywhere else', async t => {
    const house = await opened(t);
    await says(house, '!mail a');
    const row = nth(pending(house), 0);
    assert.equal(row.card.mayStand, true);
    await house.inside.decide(approve(row));
    const given = await house.standing.add({ ...forSession(row), isForSession: true });
    assert.deepEqual([given.session, given.approval], [session, row.id]);
    await house.quiet();
    for (const text of ['!mail b', '!mail a', '!mail b ', '!mail a ']) await says(house, text);
    assert.deepEqual(house.mails, ['a', 'a', 'a']);
    assert.deepEqual(await house.standing.list(), [], 'it is used up');
    const other = await house.standing.add({ ...forSession(nth(pending(house), 0)), isForSession: false });
    assert.equal(other.session, undefined, 'without that it stands everywhere');
  });

  test('given one, when another conversation makes the same call, then the owner is asked', async t => {
    const house = await opened(t);
    await says(house, '!mail a');
    const row = nth(pending(house), 0);
    await house.inside.decide(approve(row));
    await house.standing.add({ ...forSession(row), isForSession: true });
    await house.quiet();
    for (const text of ['!mail b', '!mail a']) {
      await house.inside.message('web', `${session}~2`, { key: text, text, taint: 'owner' });
      await house.quiet();
    }
    assert.deepEqual([house.mails, pending(house).length], [['a'], 2]);
  });

  test('given a yes that is taken back, when the call is made again, then what stood with it stands no longer', async t => {
    const house = await opened(t, { undoS: 30 });
    await says(house, '!mail a');
    const row = nth(pending(house), 0);
    await house.inside.decide(approve(row));
    await house.standing.add({ ...forSession(row), isForSession: true });
    assert.equal((await house.standing.list()).length, 1);
    await house.inside.decide({ ...approve(row), decision: 'undo' });
    await house.quiet();
    assert.deepEqual(await house.standing.list(), []);
    await says(house, 'now !mail b');
    await says(house, 'and !mail a');
    assert.deepEqual([house.mails, pending(house).length], [[], 2]);
  });

  test('given an approval that was not granted, or a conversation with text from outside, when one is asked for, then it is refused', async t => {
    const house = await opened(t);
    await says(house, '!mail a');
    await assert.rejects(house.standing.add({ ...forSession(nth(pending(house), 0)), isForSession: true }));
    await says(house, 'a letter says: !mail b', 'external');
    const tainted = pending(house).find(({ card }) => card.intent.endsWith('b')) ?? assert.fail('b waits');
    assert.equal(tainted.card.mayStand, undefined);
  });
});

suite('a changed call', () => {
  const edit = (row: ApprovalRow, args: object): Decision => {
    const { confirmation: _, ...named } = approve(row);
    return { ...named, decision: 'edit', arguments: JSON.stringify(args) };
  };

  test('given one that waits, when the owner changes it, then the changed one is judged and asked anew, runs once, and the model reads what ran', async t => {
    const house = await opened(t, { undoS: 0 });
    await says(house, '!mail a');
    const row = nth(pending(house), 0);
    assert.deepEqual(house.reader.askedCall(row.id), { tool: 'send_mail', arguments: { to: 'a' } });
    assert.deepEqual(await house.inside.decide(edit(row, { to: 'z' })), { ok: true, state: 'edited' });
    await house.quiet();
    const before = house.reader.approvals().find(({ id }) => id === row.id);
    assert.deepEqual([before?.state, before?.reason], ['denied', 'changed']);
    const now = nth(pending(house), 0);
    assert.notEqual(now.id, row.id);
    assert.notEqual(now.card.digest, row.card.digest);
    assert.match(now.card.intent, /z/);
    assert.deepEqual(house.mails, [], 'a change is no yes');
    assert.equal((await house.inside.decide(approve(row))).ok, false, 'the old card takes none');
    await house.inside.decide(approve(now));
    await house.quiet();
    assert.deepEqual(house.mails, ['z']);
    assert.ok(
      house.conversation
        .messages(session, { limit: 50 })
        .some(({ text }) =>
          text.includes('The owner changed this call before it ran. It ran with these arguments: {"to":"z"}'),
        ),
    );
  });

  test('given arguments that are none, the same ones, or a card that is not the one on screen, when they are sent, then nothing is changed', async t => {
    const house = await opened(t);
    await says(house, '!mail a');
    const row = nth(pending(house), 0);
    for (const [wrong, why] of [
      [edit(row, { wrong: 'z' }), 'invalid'],
      [edit(row, { to: 'a' }), 'invalid'],
      [{ ...edit(row, { to: 'z' }), digest: 'e'.repeat(64) }, 'changed'],
      [{ ...edit(row, { to: 'z' }), nonce: 'another' }, 'changed'],
    ] as const) {
      const answer = await house.inside.decide(wrong);
      assert.ok(!answer.ok && answer.why === why, JSON.stringify(answer));
    }
    await house.quiet();
    assert.equal(nth(pending(house), 0).id, row.id);
  });

  test('given a change that is denied in turn, when the model goes on, then nothing has run', async t => {
    const house = await opened(t);
    await says(house, '!mail a');
    await house.inside.decide(edit(nth(pending(house), 0), { to: 'z' }));
    await house.quiet();
    await house.inside.decide({ ...approve(nth(pending(house), 0)), decision: 'deny' });
    await house.quiet();
    assert.deepEqual([house.mails, pending(house).length], [[], 0]);
  });
});

suite('a batch', () => {
  test('given four calls of low risk, alike, when one decision names all of them, then each is granted and used up by itself', async t => {
    const house = await opened(t);
    await says(house, '!look a.example b.example c.example d.example', 'external');
    const rows = pending(house);
    assert.deepEqual(
      rows.map(({ card }) => card.risk),
      ['low', 'low', 'low', 'low'],
    );
    const all = rows.map(approve).map(({ confirmation: _, ...tap }) => tap);
    const answered = await house.inside.decideAll(all);
    assert.deepEqual(
      answered,
      all.map(() => ({ ok: true, state: 'granted' })),
    );
    await house.quiet();
    assert.equal(house.mails.length, 4);
    for (const { id } of rows) assert.ok(house.approvals.grant(id)?.consumedAt);
    const again = await house.inside.decideAll(all);
    assert.ok(again.every(answer => !answer.ok && answer.why === 'decided'));
    await house.quiet();
    assert.equal(house.mails.length, 4);
  });

  test('given what is not alike, not harmless, not seen or too few, when one decision names all, then none counts', async t => {
    const house = await opened(t);
    await says(house, '!mail a b c');
    const mails = pending(house).map(approve);
    const unseen = mails.map(({ digest: _, ...rest }) => rest);
    for (const wrong of [
      mails,
      mails.slice(0, 2),
      unseen,
      [...mails, { ...nth(pending(house), 0), approval: 'nobody' }],
    ]) {
      const answered = await house.inside.decideAll(wrong as Decision[]);
      assert.ok(answered.every(answer => !answer.ok && answer.why === 'unconfirmed'));
    }
    assert.equal(pending(house).length, 3);
    assert.deepEqual(house.mails, []);
  });
});
