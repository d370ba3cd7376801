/** The model calls of a turn: their failures, limits and cost, and what a reply claims. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cutNotice, cutText } from '../../../src/domain/models/cut-reply.ts';
import { modelTexts, texts } from '../../../src/domain/text/texts.ts';
import {
  asks,
  broken,
  down,
  reply,
  resting,
  result,
  type Session,
  says,
  session,
  sessionAddress,
  sessionSpentUp,
  spentUp,
  thinking,
} from '../talk.ts';
import { asking, passes, say, waiting } from './stands.ts';

suite('a model that does not answer', () => {
  test('given a model that is down, when it fails, then it is asked again after 1, then 2 seconds, then the default is asked', () => {
    const once = thinking().fails('completion', down);
    assert.deepEqual([once.leaf, once.asked], ['thinking.backingOff', ['write settleSpend', 'wait 1000']]);
    const again = once.fires();
    assert.deepEqual([again.leaf, again.context.calling.attempt], ['thinking.completing', 2]);
    const twice = again.fails('completion', down);
    assert.deepEqual(twice.asked, ['write settleSpend', 'wait 2000']);
    const other = twice.fires().fails('completion', down);
    assert.equal(other.leaf, 'thinking.completing');
    assert.equal(other.started('completion')?.['route'], 1);
    assert.equal(other.context.calling.attempt, 1);
  });

  test('given a wish of the other side, when it fails, then that wish is the wait', () => {
    const stand = thinking().fails('completion', { ...down, retryAfterMs: 7_000 });
    assert.deepEqual(stand.asked, ['write settleSpend', 'wait 7000']);
  });

  test('given the default down as well, when its tries are spent, then owner and supervisor are told and the turn ends', () => {
    let stand = thinking();
    for (const last of [false, false, false, false, false, true]) {
      stand = stand.fails('completion', down);
      if (!last && stand.leaf === 'thinking.backingOff') stand = stand.fires();
    }
    assert.equal(stand.leaf, 'idle');
    assert.deepEqual(stand.sent('supervisor'), [
      {
        type: 'report.raised',
        kind: 'failed',
        subject: sessionAddress,
        failure: down,
      },
    ]);
    assert.equal(stand.wrote('queueDelivery')[0]?.['body'], say.modelDown(down));
    assert.equal(stand.wrote('endTurn')[0]?.['outcome'], 'failed');
  });

  test('given a model that rests, when its breaker refuses the call, then the next in line is asked at once', () => {
    const other = thinking().fails('completion', resting);
    assert.deepEqual([other.leaf, other.started('completion')?.['route']], ['thinking.completing', 1]);
    assert.ok(!other.asked.some(line => line.startsWith('wait')));
  });

  test('given nobody is left in line, when the breaker refuses the call, then the turn fails at once and says how long the model rests', () => {
    const over = thinking().fails('completion', resting).fails('completion', resting);
    assert.equal(over.leaf, 'idle');
    assert.match(
      String(over.wrote('queueDelivery')[0]?.['body']),
      /paused for 42 s after repeated errors\. Your message is saved/,
    );
    assert.equal(over.wrote('endTurn')[0]?.['outcome'], 'failed');
    const alone = session().send(says('m1')).ends('recall', { recalled: [], models: 1 }).fails('completion', resting);
    assert.equal(alone.leaf, 'idle');
  });

  test('given a key that is refused, when another model is in line, then it answers at once and the owner hears why', () => {
    const refused = { kind: 'denied', message: 'the key was refused', cause: 'HTTP 401' } as const;
    const other = thinking().fails('completion', refused);
    assert.deepEqual([other.leaf, other.started('completion')?.['route']], ['thinking.completing', 1]);
    const over = other.ends('completion', reply({ chosen: false, model: 'other/one' })).ends('evaluation', passes);
    assert.deepEqual(over.wrote('queueDelivery')[0]?.['notes'], [say.fellBack('other/one', refused)]);
    assert.match(say.fellBack('other/one', refused), /could not answer: the key was refused; other\/one answered/);
  });

  test('given a call that was cancelled, when another model is in line, then it is not asked', () =>
    assert.equal(thinking().fails('completion', { kind: 'cancelled', message: 'it was cancelled' }).leaf, 'idle'));

  test('given the default answers, when the reply goes out, then a note says that another model answered', () => {
    let stand = thinking();
    for (let tries = 0; tries < 2; tries += 1) stand = stand.fails('completion', down).fires();
    const over = stand
      .fails('completion', down)
      .ends('completion', reply({ chosen: false, model: 'other/one' }))
      .ends('evaluation', passes);
    assert.deepEqual(over.wrote('queueDelivery')[0]?.['notes'], [say.fellBack('other/one')]);
    assert.deepEqual(over.wrote('appendMessage'), [
      {
        id: 'completion~8/notes',
        turn: 'e2',
        role: 'notice',
        body: say.fellBack('other/one'),
        taint: 'owner',
      },
    ]);
  });

  test('given a request the model cannot take, when it fails, then it is not tried again', () => {
    const stand = thinking().fails('completion', broken);
    assert.equal(stand.leaf, 'idle');
    assert.equal(stand.wrote('queueDelivery')[0]?.['body'], say.modelFailed(broken));
  });

  test('given an owner who speaks German, when it fails, then it is said in German', () => {
    const stand = thinking({ language: 'de' }).fails('completion', broken);
    assert.equal(stand.wrote('queueDelivery')[0]?.['body'], texts('de').modelFailed(broken));
  });

  test('given an empty reply, when it comes, then the model is asked once more, and the second time the owner is told', () => {
    const once = thinking().ends('completion', reply({ text: '' }));
    assert.equal(once.leaf, 'thinking.completing');
    assert.deepEqual(
      once.wrote('appendMessage').map(({ role, body }) => [role, body]),
      [['notice', modelTexts.empty]],
    );
    const twice = once.ends('completion', reply({ text: '' }));
    assert.equal(twice.leaf, 'idle');
    assert.equal(twice.wrote('queueDelivery')[0]?.['body'], say.empty);
    assert.equal(twice.wrote('endTurn')[0]?.['outcome'], 'failed');
  });

  test('given a call that is cut off at the limit of a reply, when it comes, then the model is told of that, what it said stays, and the second time the owner reads which limit', () => {
    const cut = { tokens: 8192, tool: 'write_file' };
    const half = reply({ text: 'I write it.', stop: 'length', empty: true, cut, model: 'other/one' });
    const once = thinking().ends('completion', half);
    assert.equal(once.leaf, 'thinking.completing');
    assert.deepEqual(
      once.wrote('appendMessage').map(({ role, body }) => [role, body]),
      [
        ['assistant', 'I write it.'],
        ['notice', cutNotice(cut)],
      ],
    );
    const twice = once.ends('completion', half);
    assert.equal(twice.leaf, 'idle');
    assert.equal(twice.wrote('queueDelivery')[0]?.['body'], cutText('other/one', cut, 'en'));
  });

  test('given whole calls before one that is cut off, when they come, then they run, and the model is told of the other', () => {
    const cut = { tokens: 8192, tool: 'write_file' };
    const stand = thinking().ends('completion', { ...asks(['clock']), stop: 'length', cut });
    assert.equal(stand.leaf, 'acting.running');
    assert.equal(stand.wrote('appendMessage').at(-1)?.['body'], cutNotice(cut));
  });

  for (const [stopped, note] of [
    ['length', say.cutOff],
    ['refusal', say.refused],
  ] as const)
    test(`given a reply that ended by ${stopped}, when it goes out, then it says so and does not pass as whole`, () => {
      const over = thinking()
        .ends('completion', reply({ text: stopped === 'refusal' ? '' : 'Half a', stop: stopped }))
        .ends('evaluation', passes);
      assert.equal(over.leaf, 'idle');
      assert.deepEqual(over.wrote('queueDelivery')[0]?.['notes'], [note]);
    });
});

suite('claims', () => {
  const claims = ['- "I saved it" (no record of: memory_save)'];

  test('given a false claim, when it is found, then the model reads the evidence once', () => {
    const stand = thinking().ends('completion', reply()).ends('evaluation', { claims });
    assert.equal(stand.leaf, 'thinking.completing');
    assert.deepEqual(stand.wrote('queueDelivery'), []);
    assert.equal(stand.wrote('appendMessage')[0]?.['body'], modelTexts.claims(claims));
  });

  test('given a false claim for the second time, when it is found, then the reply passes with a note', () => {
    const over = thinking()
      .ends('completion', reply())
      .ends('evaluation', { claims })
      .ends('completion', reply())
      .ends('evaluation', { claims });
    assert.equal(over.leaf, 'idle');
    assert.deepEqual(over.wrote('queueDelivery')[0]?.['notes'], [say.unconfirmed(claims.join(' '))]);
  });
});

suite('limits', () => {
  test('given the last step, when the model is asked, then it is told and offered no tools', () => {
    const last = thinking({ limits: { steps: 2, calls: 20, errorsInRow: 3 } })
      .ends('completion', asks(['clock']))
      .ends('call-1', result());
    assert.equal(last.started('completion')?.['tools'], false);
    assert.deepEqual(last.wrote('appendMessage')[1], {
      id: 'e2/limit',
      turn: 'e2',
      role: 'notice',
      body: modelTexts.limit(say.limitSteps(2)),
      taint: 'owner',
    });
  });

  test('given as many calls as a turn may have, when they are done, then no more tools are offered', () => {
    const last = thinking({ limits: { steps: 15, calls: 2, errorsInRow: 3 } })
      .ends('completion', asks(['clock', 'clock']))
      .ends('call-1', result())
      .ends('call-2', result({ callId: 'c2' }));
    assert.equal(last.started('completion')?.['tools'], false);
    assert.equal(last.context.turn?.limit, say.limitCalls(2));
  });

  test('given more calls in one reply than a turn may have, when they come, then the rest is answered and not started', () => {
    const acting = thinking({ limits: { steps: 15, calls: 2, errorsInRow: 3 } }).ends(
      'completion',
      asks(['clock', 'clock', 'deploy']),
    );
    assert.deepEqual(Object.keys(acting.children), ['call-1', 'call-2']);
    assert.deepEqual(acting.wrote('appendMessage')[1], {
      id: 'completion~3!/c3',
      turn: 'e2',
      role: 'tool',
      body: modelTexts.limit(say.limitCalls(2)),
      taint: 'owner',
      callId: 'c3',
      tool: 'deploy',
      failed: true,
    });
    assert.equal(acting.context.turn?.calls, 2);
  });

  test('given errors in a row, when they are too many, then no more tools are offered; a success in between counts anew', () => {
    const bad = (stand: Session, number: number) =>
      stand.ends('completion', asks(['clock'])).ends(`call-${number}`, result({ failed: true }));
    assert.equal(bad(bad(bad(thinking(), 1), 2), 3).context.turn?.limit, say.limitErrors(3));
    const good = bad(bad(thinking(), 1), 2)
      .ends('completion', asks(['clock']))
      .ends('call-3', result());
    assert.deepEqual([good.context.turn?.limit, good.context.turn?.errorsInRow], [null, 0]);
  });

  const atLimit = () =>
    thinking({ limits: { steps: 2, calls: 20, errorsInRow: 3 } })
      .ends('completion', asks(['clock']))
      .ends('call-1', result());
  // no tools were offered, so nothing of what it asks for was resolved
  const refused = { calls: [] } as const;

  test('given a limit, when the model asks for tools beside its words, then each request is answered and the words go out', () => {
    const after = atLimit().ends('completion', asks(['clock', 'deploy'], { ...refused, text: 'I did what I could.' }));
    assert.equal(after.leaf, 'evaluating');
    assert.deepEqual(
      after.wrote('appendMessage').map(({ role, callId, body }) => [role, callId, body]),
      [
        ['assistant', undefined, 'I did what I could.'],
        ['tool', 'c1', modelTexts.limit(say.limitSteps(2))],
        ['tool', 'c2', modelTexts.limit(say.limitSteps(2))],
      ],
    );
    assert.deepEqual(Object.keys(after.children), ['evaluation']);
  });

  test('given a limit, when the model asks for tools without a word, then each request is answered and it is asked for words', () => {
    const after = atLimit().ends('completion', asks(['clock'], refused));
    assert.equal(after.leaf, 'thinking.completing');
    assert.deepEqual(
      after.wrote('appendMessage').map(({ role, callId }) => [role, callId]),
      [
        ['assistant', undefined],
        ['tool', 'c1'],
        ['notice', undefined],
      ],
    );
    const over = after.ends('completion', asks(['clock'], refused));
    assert.equal(over.leaf, 'idle');
    assert.equal(over.wrote('queueDelivery')[0]?.['body'], say.empty);
  });
});

suite('the budget', () => {
  test('given a model call, when it is asked for, then it is taken from the budget in the same step, for the words it answers', () => {
    const stand = thinking();
    assert.deepEqual(stand.asked, ['write reserveSpend', 'start completion']);
    assert.deepEqual(stand.wrote('reserveSpend'), [{ turn: 'e2', route: 0, allotment: 'm1' }]);
  });

  test('given its end, when it comes, then what it cost is settled in the same step, for a failure what had been written', () => {
    const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 };
    assert.deepEqual(thinking().ends('completion', reply()).wrote('settleSpend'), [{ turn: 'e2', usage }]);
    const cut = thinking().fails('completion', { ...down, written: 40 });
    assert.deepEqual(cut.wrote('settleSpend'), [{ turn: 'e2', failure: { kind: 'unavailable', written: 40 } }]);
  });

  test('given words in mid-turn, when the model is asked next, then they are what may be spent for', () => {
    const next = thinking()
      .ends('completion', asks(['clock']))
      .send(says('m2'))
      .ends('call-1', result());
    assert.equal(next.wrote('reserveSpend')[0]?.['allotment'], 'm2');
    const answered = asking()
      .send(says('m3', 'on Monday'))
      .ends('call-1', result({ tool: 'ask_owner' }));
    assert.equal(answered.wrote('reserveSpend')[0]?.['allotment'], 'm3');
  });

  test('given a late result, when it opens a turn, then nothing more may be spent for it than was left', () => {
    const idle = waiting().ends('completion', reply()).ends('evaluation', passes);
    const stand = idle.ends('call-1', result({ tool: 'deploy' })).ends('recall', { recalled: [] });
    assert.equal(stand.wrote('reserveSpend')[0]?.['allotment'], 'm1');
  });

  for (const failure of [spentUp, sessionSpentUp])
    test(`given ${failure.cause} used up in mid-turn, when the next call is refused, then the turn is paused, and says why and what is done`, () => {
      const stand = thinking()
        .ends('completion', asks(['clock']))
        .ends('call-1', result())
        .fails('completion', failure);
      assert.equal(stand.leaf, 'idle');
      assert.equal(stand.wrote('queueDelivery')[0]?.['body'], `${failure.message}\n\n${say.doneSoFar(['clock'])}`);
      assert.equal(stand.wrote('endTurn')[0]?.['outcome'], 'paused');
      // nothing was asked, so nothing is settled, and nothing is broken
      assert.deepEqual([stand.wrote('settleSpend'), stand.sent('supervisor')], [[], []]);
      const next = stand.send(says('m2', 'go on')).ends('recall', { recalled: [] });
      assert.equal(next.wrote('reserveSpend')[0]?.['allotment'], 'm2');
    });

  test('given words that came before the refusal, when the conversation may spend for them, then the model is asked for them at once', () => {
    const stand = thinking().send(says('m2')).fails('completion', sessionSpentUp);
    assert.equal(stand.leaf, 'thinking.completing');
    assert.equal(stand.wrote('reserveSpend')[0]?.['allotment'], 'm2');
    assert.equal(stand.fails('completion', sessionSpentUp).leaf, 'idle');
    assert.equal(thinking().send(says('m2')).fails('completion', spentUp).leaf, 'idle');
  });

  test('given a budget that refuses, when other tools run, then they end as they would', () => {
    const stand = waiting().fails('completion', spentUp);
    assert.equal(stand.leaf, 'idle');
    assert.deepEqual(Object.keys(stand.context.open.calls), ['call-1']);
    assert.equal(stand.ends('call-1', result({ tool: 'deploy' })).leaf, 'thinking.recalling');
  });

  test('given a warning and a cost, when the reply goes out, then they stand beneath it, for the owner alone, and are told of once', () => {
    const beneath = { notes: ['(50 %)'], cost: '[Cloud]', warned: [{ key: 'day:2026-11-22', percent: 50 }] };
    const over = thinking()
      .ends('completion', reply({ chosen: false, model: 'other/one' }))
      .ends('evaluation', { claims: [], beneath });
    assert.deepEqual(over.wrote('queueDelivery')[0]?.['notes'], [say.fellBack('other/one'), '(50 %)', '[Cloud]']);
    assert.deepEqual(over.wrote('markWarned'), beneath.warned);
    assert.deepEqual(
      over.wrote('appendMessage').map(({ id, body, isAside }) => [id, body, isAside]),
      [
        ['completion~3/notes', say.fellBack('other/one'), undefined],
        ['completion~3/aside', '(50 %)\n\n[Cloud]', true],
      ],
    );
  });

  test('given words of the owner that came while a reply was written, when it goes out, then what the turn costs stands beneath its last reply alone', () => {
    const beneath = { notes: [], cost: '[Cloud]', warned: [] };
    const first = thinking()
      .send(says('and the date'))
      .ends('completion', reply())
      .ends('evaluation', { claims: [], beneath });
    assert.equal(first.leaf, 'thinking.completing');
    assert.deepEqual(first.wrote('queueDelivery')[0]?.['notes'] ?? [], []);
    const last = first.ends('completion', reply()).ends('evaluation', { claims: [], beneath });
    assert.deepEqual([last.leaf, last.wrote('queueDelivery')[0]?.['notes']], ['idle', ['[Cloud]']]);
  });
});
