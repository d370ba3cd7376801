import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { sessionAddress } from '../../../src/actors/channels/incoming.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import type { ApprovalRow } from '../../../src/domain/supervision/view.ts';
import { defined } from '../../../src/domain/text/json.ts';
import { openAgent, type TestAgent, type TestAgentOptions } from '../test-agent.ts';

const session = 'session:web:main';
const owner = { text: 'hello', taint: 'owner' } as const;
const mail = { toolCalls: [{ name: 'send_mail', arguments: { to: 'a@b.example' } }] };

/** The model's mail is of medium risk: a yes is said twice. */
const sure = { decision: 'approve', confirmation: 'yes' } as const;

const isInvalid = (error: unknown) => error instanceof Fault && error.failure.kind === 'invalid';

/** An agent whose model has asked to send a mail, and whose owner has not answered. */
async function asked(
  t: TestContext,
  options: TestAgentOptions = {},
): Promise<{ agent: TestAgent; approval: ApprovalRow }> {
  const agent = await openAgent(t, ({ index }) => (index === 0 ? mail : { text: 'ok' }), options);
  await agent.inside.message('web', session, { key: '1', ...owner });
  await agent.quiet();
  const [approval] = agent.reader.approvals('pending');
  return { agent, approval: approval ?? assert.fail('no approval waits') };
}

suite('messages', () => {
  test('given a message, when it is taken, then the turn it opened is named, and it is answered', async t => {
    const agent = await openAgent(t, [{ text: 'Hi.' }]);
    const taken = await agent.inside.message('web', session, { key: '1', ...owner });
    assert.equal(taken.duplicate, false);
    assert.equal(agent.conversation.turn(taken.turn)?.outcome, 'running');
    await agent.quiet();
    const report = agent.reader.turn(taken.turn);
    assert.deepEqual([report?.outcome, report?.reply], ['done', 'Hi.']);
  });

  test('given the same key again, when it comes, then nothing happens and the same turn is named; another text is told apart', async t => {
    const agent = await openAgent(t, [{ text: 'Hi.' }]);
    const first = await agent.inside.message('web', session, { key: '1', ...owner });
    await agent.quiet();
    const again = await agent.inside.message('web', session, { key: '1', ...owner });
    assert.deepEqual(again, { turn: first.turn, duplicate: true });
    const other = await agent.inside.message('web', session, { key: '1', ...owner, text: 'something else' });
    assert.deepEqual(other, { turn: first.turn, duplicate: true, isOther: true });
    const elsewhere = await agent.inside.message('web', 'session:web:other', { key: '1', ...owner });
    assert.equal(elsewhere.isOther, true, 'it was taken in another conversation');
    await agent.quiet();
    assert.equal(agent.conversation.messages(session, { limit: 9 }).length, 2);
  });

  test('given the same key from two origins, when they come, then they are two messages', async t => {
    const agent = await openAgent(t, () => ({ text: 'Hi.' }));
    const one = await agent.inside.message('web', session, { key: '1', ...owner });
    const two = await agent.inside.message('telegram', session, { key: '1', ...owner });
    assert.deepEqual([one.duplicate, two.duplicate], [false, false]);
  });

  test('given a suspended session, when a message comes, then it is kept and no turn is named yet', async t => {
    const agent = await openAgent(t, () => ({ text: 'Hi.' }));
    await agent.inside.message('web', session, { key: '1', ...owner });
    await agent.quiet();
    await agent.directives.suspend(session, 'to be looked at');
    const taken = await agent.inside.message('web', session, { key: '2', ...owner });
    assert.deepEqual(taken, { turn: '', duplicate: false });
    assert.equal(agent.store.inbox().length, 1);
    await agent.directives.resume(session);
    await agent.quiet();
    assert.equal(agent.conversation.messages(session, { limit: 9 }).length, 4);
  });

  test('given a stopped session, when a message comes, then it is refused with a way on, and one that came before still has its turn', async t => {
    const agent = await openAgent(t, () => ({ text: 'Hi.' }));
    const first = await agent.inside.message('web', session, { key: '1', ...owner });
    await agent.quiet();
    await agent.directives.stop(session);
    await assert.rejects(
      agent.inside.message('web', session, { key: '2', ...owner }),
      (error: unknown) =>
        isInvalid(error) && /was stopped[\s\S]*\/new[\s\S]*restart session:web:main --fresh --yes/.test(String(error)),
    );
    assert.deepEqual(agent.store.deadLetters(), []);
    const again = await agent.inside.message('web', session, { key: '1', ...owner });
    assert.deepEqual(again, { turn: first.turn, duplicate: true });
    await agent.directives.restart(session, 'fresh');
    const taken = await agent.inside.message('web', session, { key: '2', ...owner });
    assert.equal(taken.duplicate, false);
    await agent.quiet();
    assert.equal(agent.reader.turn(taken.turn)?.outcome, 'done');
    assert.equal(agent.conversation.messages(session, { limit: 9 }).length, 4, 'what was said before stays');
  });

  for (const [what, text, attachments] of [
    ['nothing but white space', ' \n\t ', undefined],
    ['more than a message may have', 'x'.repeat(200_001), undefined],
    ['nothing, with no attachments', '', []],
  ] as const)
    test(`given ${what}, when it comes, then it is refused and nothing is kept`, async t => {
      const agent = await openAgent(t, []);
      const message = { key: '1', text, taint: 'owner', ...defined({ attachments }) } as const;
      await assert.rejects(agent.inside.message('web', session, message), isInvalid);
      assert.equal(agent.store.actor(session), undefined);
    });

  test('given a picture without words, when it comes, then it is a message', async t => {
    const agent = await openAgent(t, () => ({ text: 'A cat.' }));
    const image = { kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3, body: 'AAAA' } as const;
    await agent.inside.message('web', session, { key: '1', text: '', taint: 'owner', attachments: [image] });
    await agent.quiet();
    assert.deepEqual(agent.conversation.message('web:1')?.attachments, [image]);
  });
});

suite('decisions', () => {
  test('given a pending approval, when the owner says yes on what is shown, then it is granted and the act happens once', async t => {
    const { agent, approval } = await asked(t);
    const { digest, nonce, key } = approval.card;
    const answer = await agent.inside.decide({ approval: key, ...sure, by: 'web', digest, nonce });
    assert.deepEqual(answer, { ok: true, state: 'granted' });
    await agent.quiet();
    assert.deepEqual(agent.mails, ['a@b.example']);
    const again = await agent.inside.decide({ approval: key, ...sure, by: 'web', digest, nonce });
    assert.partialDeepStrictEqual(again, { ok: false, why: 'decided', outcome: 'granted' });
    await agent.quiet();
    assert.deepEqual(agent.mails, ['a@b.example']);
  });

  test('given a no, when it is said by its full address, then nothing runs, and a later yes is too late', async t => {
    const { agent, approval } = await asked(t);
    const no = await agent.inside.decide({ approval: approval.id, decision: 'deny', by: 'cli', reason: 'not now' });
    assert.deepEqual(no, { ok: true, state: 'denied' });
    const yes = await agent.inside.decide({ approval: approval.id, ...sure, by: 'web' });
    assert.partialDeepStrictEqual(yes, { ok: false, why: 'decided', outcome: 'denied' });
    assert.match(yes.ok ? '' : yes.message, /on the command line/);
    await agent.quiet();
    assert.deepEqual(agent.mails, []);
  });

  test('given two answers at once, when they arrive together, then the first counts and the second hears so', async t => {
    const { agent, approval } = await asked(t);
    const [no, yes] = await Promise.all([
      agent.inside.decide({ approval: approval.id, decision: 'deny', by: 'cli' }),
      agent.inside.decide({ approval: approval.id, ...sure, by: 'web' }),
    ]);
    assert.deepEqual(no, { ok: true, state: 'denied' });
    assert.partialDeepStrictEqual(yes, { ok: false, why: 'decided', outcome: 'denied' });
    await agent.quiet();
    assert.deepEqual(agent.mails, []);
  });

  for (const seen of [{ digest: 'e'.repeat(64) }, { nonce: 'forged' }])
    test(`given ${Object.keys(seen)[0]} of another card, when the owner says yes, then that is said and it still waits`, async t => {
      const { agent, approval } = await asked(t);
      const answer = await agent.inside.decide({ approval: approval.id, ...sure, by: 'web', ...seen });
      assert.partialDeepStrictEqual(answer, { ok: false, why: 'changed' });
      assert.equal(agent.reader.approvals('pending').length, 1);
      assert.deepEqual(agent.mails, []);
    });

  test('given an approval that nobody knows, when it is decided, then that is said', async t => {
    const agent = await openAgent(t, []);
    const answer = await agent.inside.decide({ approval: 'nOSuchOn', ...sure, by: 'web' });
    assert.partialDeepStrictEqual(answer, { ok: false, why: 'unknown' });
  });

  test('given an approval that was set aside, when it is decided, then it takes no answer, and nothing is kept for later', async t => {
    const { agent, approval } = await asked(t);
    await agent.directives.suspend(approval.id, 'to be looked at');
    const answer = await agent.inside.decide({ approval: approval.id, ...sure, by: 'web' });
    assert.partialDeepStrictEqual(answer, { ok: false, why: 'unknown' });
    assert.equal(agent.store.inbox().length, 0);
  });

  test('given an approval whose deadline has passed, when the owner says yes, then it has expired', async t => {
    const agent = await openAgent(t, ({ index }) => (index === 0 ? mail : { text: 'ok' }), {
      born: { approvalExpiresAfterMs: 0 },
    });
    await agent.inside.message('web', session, { key: '1', ...owner });
    const expired = () => agent.reader.approvals('expired')[0];
    while (!expired()) await agent.quiet();
    const answer = await agent.inside.decide({ approval: expired()?.id ?? '', ...sure, by: 'web' });
    assert.partialDeepStrictEqual(answer, { ok: false, why: 'expired', outcome: 'expired' });
    assert.deepEqual(agent.mails, []);
  });
});

suite('stopping', () => {
  test('given a running turn, when it is stopped, then it ends; an idle or unknown session has nothing to stop', async t => {
    const held = Promise.withResolvers<void>();
    const agent = await openAgent(t, async () => {
      await held.promise;
      return { text: 'late' };
    });
    assert.equal(await agent.inside.abort(session), false);
    const { turn } = await agent.inside.message('web', session, { key: '1', ...owner });
    await agent.peer.until(2);
    assert.equal(await agent.inside.abort(session), true);
    held.resolve();
    await agent.quiet();
    assert.equal(agent.reader.turn(turn)?.outcome, 'cancelled');
    assert.equal(await agent.inside.abort(session), false);
  });

  test('given a stop that comes again under its key, when another turn runs by then, then that one goes on', async t => {
    const agent = await openAgent(t, async () => ({ text: 'done' }));
    const first = await agent.inside.message('web', session, { key: '1', ...owner });
    assert.equal(await agent.inside.abort(session, 'telegram:7'), true);
    await agent.quiet();
    const second = await agent.inside.message('web', session, { key: '2', ...owner });
    assert.equal(await agent.inside.abort(session, 'telegram:7'), true, 'it was done');
    await agent.quiet();
    const ends = [first, second].map(({ turn }) => agent.reader.turn(turn)?.outcome);
    assert.deepEqual(ends, ['cancelled', 'done']);
  });
});

suite('stopping an act', () => {
  /** A turn that waits for a mail which is being sent, and what ends the sending. */
  async function sending(t: TestContext) {
    const aborted = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { agent, approval } = await asked(t, {
      born: { approvals: 'block' },
      async mailing(signal) {
        signal.addEventListener('abort', () => aborted.resolve(), { once: true });
        await released.promise;
      },
    });
    await agent.inside.decide({ approval: approval.id, ...sure, by: 'web' });
    return { agent, aborted: aborted.promise, release: released.resolve };
  }
  const said = (agent: TestAgent) =>
    agent.conversation
      .messages(session, { limit: 20 })
      .filter(({ role }) => role !== 'tool')
      .map(({ text }) => text)
      .filter(text => text !== '');

  test('given an act under way, when the turn is stopped, then it is told to stop, and the turn ends when it has', async t => {
    const { agent, aborted, release } = await sending(t);
    assert.equal(await agent.inside.abort(session), true);
    await aborted;
    assert.equal(agent.leaf(session), 'acting.cancelling');
    release();
    await agent.quiet();
    assert.equal(agent.leaf(session), 'idle');
    assert.match(said(agent).at(-1) ?? '', /^Stopped\. .*Send a mail to a@b\.example/);
    assert.deepEqual(agent.mails, ['a@b.example']);
    const [report] = agent.conversation.messages(session, { limit: 20 }).filter(({ role }) => role === 'tool');
    assert.equal(report?.text, 'sent to a@b.example', 'and the model will read what became of it');
  });

  test('given a message after the stop, when the act has ended, then it is answered in a turn of its own', async t => {
    const { agent, aborted, release } = await sending(t);
    await agent.inside.abort(session);
    await aborted;
    await agent.inside.message('web', session, { key: '2', text: 'are you there?', taint: 'owner' });
    release();
    await agent.quiet();
    assert.deepEqual(said(agent).slice(-3, -1)[0], 'are you there?');
    assert.equal(said(agent).at(-1), 'ok');
  });
});

suite('the address of a conversation', () => {
  for (const address of [
    'session:web:main',
    'session:telegram:42:7',
    'session:web:a.b_c~d@e-f',
    `session:web:${'x'.repeat(100)}`,
  ])
    test(`given ${address.slice(0, 40)}, when it is checked, then it is one`, () =>
      assert.equal(sessionAddress(address), address));

  for (const address of [
    '',
    'main',
    'session:web',
    'session:web:',
    'session:Web:main',
    'session:web:a b',
    'session:web:a/b',
    'session:web:a#b',
    'session:web:ä',
    'approval:web:main',
    ' session:web:main',
    'session:web:main\n',
    `session:web:${'x'.repeat(101)}`,
  ])
    test(`given ${JSON.stringify(address.slice(0, 40))}, when it is checked, then it is none`, () =>
      assert.throws(() => sessionAddress(address), isInvalid));
});

suite('credentials in messages', () => {
  // made here, so that no scanner takes this file for a leak
  const token = `${'gh'}p_${'aB3dE6gH9k'.repeat(4)}`.slice(0, 40);
  const everything = (agent: TestAgent) =>
    agent.database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(row => JSON.stringify(agent.database.prepare(`SELECT * FROM "${(row as { name: string }).name}"`).all()))
      .join();

  test('given a message that is a credential, when it comes, then it is refused with how to store it, and nothing of it is kept', async t => {
    const agent = await openAgent(t, []);
    await assert.rejects(
      agent.inside.message('web', session, { key: '1', text: token, taint: 'owner' }),
      (error: unknown) =>
        error instanceof Fault &&
        error.failure.kind === 'denied' &&
        error.failure.cause === 'credential' &&
        /github-token[\s\S]*straylight secret set NAME/.test(error.message) &&
        !error.message.includes(token),
    );
    assert.equal(agent.store.actor(session), undefined);
    assert.ok(!everything(agent).includes(token));
  });

  test('given a credential within more, when it comes, then it is kept without, answered, and the owner is told', async t => {
    const agent = await openAgent(t, ({ said }) => ({ text: `You said: ${said}` }));
    const text = `Move the site to the new account, please; its token is ${token}, and tell me when it is done.`;
    const taken = await agent.inside.message('web', session, { key: '1', text, taint: 'owner' });
    assert.match(taken.note ?? '', /removed a credential from your message before saving it \(github-token\)/);
    await agent.quiet();
    assert.match(agent.reader.turn(taken.turn)?.reply ?? '', /its token is \[secret:github-token\], and tell me/);
    assert.ok(!everything(agent).includes(token));
    const plain = await agent.inside.message('web', session, { key: '2', ...owner });
    assert.equal('note' in plain, false);
  });

  test('given a reason to deny with a password in it, when it comes, then the reason is kept without', async t => {
    const { agent, approval } = await asked(t);
    const { digest, nonce } = approval.card;
    const reason = 'the password is hunter2, use that one';
    await agent.inside.decide({ approval: approval.card.key, decision: 'deny', by: 'web', reason, digest, nonce });
    await agent.quiet();
    assert.ok(!everything(agent).includes('hunter2'));
    assert.ok(everything(agent).includes('the password is [secret:password]'));
  });
});
