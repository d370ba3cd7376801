/** The tool calls of a turn: what they come to, and what they wait for. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { modelTexts } from '../../../src/domain/text/texts.ts';
import { sessionMachine } from '../../../src/machines/session/chart.ts';
import { begin } from '../play.ts';
import { asks, born, frozenCall, reply, result, says, sessionAddress, thinking } from '../talk.ts';
import { asking, holds, passes, waiting } from './stands.ts';

suite('tools', () => {
  test('given two tool calls, when the model asks for them, then both start and the model waits for both', () => {
    const acting = thinking().ends('completion', asks(['clock', 'deploy']));
    assert.equal(acting.leaf, 'acting.running');
    assert.deepEqual(acting.asked, [
      'write addUsage',
      'write settleSpend',
      'write appendMessage assistant completion~3',
      'start call-1 tool-call',
      'start call-2 tool-call',
    ]);
    assert.deepEqual(acting.started('call-2'), {
      session: sessionAddress,
      turn: 'e2',
      childId: 'call-2',
      call: frozenCall('deploy', { callId: 'c2' }),
      taint: 'owner',
      approvalExpiresAfterMs: 3_600_000,
    });
    const one = acting.ends('call-2', result({ callId: 'c2', tool: 'deploy', text: 'out' }));
    assert.equal(one.leaf, 'acting.running');
    assert.deepEqual(one.wrote('appendMessage'), [
      {
        id: 'call-2~4',
        turn: 'e2',
        role: 'tool',
        body: 'out',
        taint: 'owner',
        callId: 'c2',
        tool: 'deploy',
        failed: false,
      },
    ]);
    const both = one.ends('call-1', result());
    assert.equal(both.leaf, 'thinking.completing');
    holds(both, 'start completion');
    assert.deepEqual(both.context.open.calls, {});
    assert.deepEqual(both.context.turn?.done, ['deploy', 'clock']);
  });

  test('given several steps, when tools are called again, then their names go on counting', () => {
    const twice = thinking()
      .ends('completion', asks(['clock']))
      .ends('call-1', result())
      .ends('completion', asks(['clock']));
    assert.deepEqual(Object.keys(twice.children), ['call-2']);
    assert.equal(twice.context.turn?.steps, 2);
  });

  test('given text from outside in a result, when more tools are called, then they and all that follows are distrusted', () => {
    const after = thinking()
      .ends('completion', asks(['fetch']))
      .ends('call-1', result({ taint: 'external' }))
      .ends('completion', asks(['deploy']));
    assert.equal(after.started('call-2')?.['taint'], 'external');
    assert.equal(after.wrote('appendMessage')[0]?.['taint'], 'external');
  });

  test('given a call that was stopped from outside, when its end comes without words, then the model reads that it was cancelled', () => {
    const after = thinking()
      .ends('completion', asks(['deploy']))
      .ends('call-1', { outcome: 'cancelled' });
    assert.equal(after.leaf, 'thinking.completing');
    assert.deepEqual(after.wrote('appendMessage')[0], {
      id: 'call-1~4',
      turn: 'e2',
      role: 'tool',
      body: modelTexts.cancelled,
      taint: 'owner',
      callId: 'c1',
      tool: 'deploy',
      failed: true,
    });
    assert.equal(after.context.trust.taint, 'owner');
  });
});

suite('approvals', () => {
  test('given `continue`, when a call waits, then the model is told so and goes on', () => {
    const stand = waiting();
    assert.equal(stand.leaf, 'thinking.completing');
    assert.deepEqual(stand.wrote('appendMessage'), [
      {
        id: 'e5',
        turn: 'e2',
        role: 'tool',
        body: modelTexts.waiting('deploy'),
        taint: 'owner',
        callId: 'c1',
        tool: 'deploy',
      },
    ]);
  });

  test('given `block`, when a call waits, then the turn waits with it, and its result is an ordinary one', () => {
    const stand = thinking({ approvals: 'block' })
      .ends('completion', asks(['deploy']))
      .send({ type: 'tool.waiting', childId: 'call-1' });
    assert.equal(stand.leaf, 'waitingForInput.approval');
    assert.deepEqual(stand.asked, []);
    const after = stand.ends('call-1', result({ tool: 'deploy', text: 'out' }));
    assert.equal(after.leaf, 'thinking.completing');
    assert.deepEqual(after.asked.slice(0, 1), ['write appendMessage tool call-1~4']);
  });

  test('given `block` and two waiting calls, when one is decided, then the turn waits for the other', () => {
    const both = thinking({ approvals: 'block' })
      .ends('completion', asks(['deploy', 'send']))
      .send({ type: 'tool.waiting', childId: 'call-1' })
      .send({ type: 'tool.waiting', childId: 'call-2' });
    const one = both.ends('call-1', result({ tool: 'deploy', outcome: 'denied', failed: true }));
    assert.equal(one.leaf, 'waitingForInput.approval');
    assert.equal(one.ends('call-2', result({ callId: 'c2', tool: 'send' })).leaf, 'thinking.completing');
  });

  test('given a waiting call among others, when the others end, then the model goes on without it', () => {
    const stand = thinking()
      .ends('completion', asks(['deploy', 'clock']))
      .send({ type: 'tool.waiting', childId: 'call-1' });
    assert.equal(stand.leaf, 'acting.running');
    assert.equal(stand.ends('call-2', result({ callId: 'c2' })).leaf, 'thinking.completing');
  });

  test('given an idle session, when a late result comes, then a turn opens in which the model hears of it', () => {
    const idle = waiting()
      .ends('completion', reply({ text: 'It waits.' }))
      .ends('evaluation', passes);
    assert.equal(idle.leaf, 'idle');
    const stand = idle.ends('call-1', result({ tool: 'deploy', text: 'out' }));
    assert.equal(stand.leaf, 'thinking.recalling');
    assert.deepEqual(stand.asked, [
      'write beginTurn',
      'write appendMessage notice call-1~4/late',
      'write appendMessage notice call-1~4',
      'start recall',
    ]);
    assert.deepEqual(
      stand.wrote('appendMessage').map(({ body, turn }) => [body, turn]),
      [
        [modelTexts.late('deploy', 'done', 'Use deploy'), 'call-1~4!'],
        ['out', 'call-1~4!'],
      ],
    );
  });

  test('given a model that writes, when a late result comes, then the reply goes out and the model is asked once more', () => {
    const stand = waiting().ends('call-1', result({ tool: 'deploy' }));
    assert.equal(stand.leaf, 'thinking.completing');
    assert.deepEqual(Object.keys(stand.children), ['completion']);
    assert.equal(stand.context.turn?.unread, 1);
    assert.equal(stand.ends('completion', reply()).ends('evaluation', passes).leaf, 'thinking.completing');
  });

  test('given other tools at work, when a late result comes, then it is a notice and they go on', () => {
    const stand = waiting()
      .ends('completion', asks(['clock']))
      .ends('call-1', result({ tool: 'deploy' }));
    assert.equal(stand.leaf, 'acting.running');
    assert.deepEqual(Object.keys(stand.context.open.calls), ['call-2']);
    assert.deepEqual(
      stand.wrote('appendMessage').map(({ role }) => role),
      ['notice', 'notice'],
    );
  });
});

suite('questions to the owner', () => {
  test('given a question alone, when it is asked, then it is delivered, and the next message is its answer', () => {
    const stand = asking();
    assert.equal(stand.leaf, 'waitingForInput.answer');
    assert.deepEqual(stand.asked, [
      'write appendMessage assistant e5',
      'write queueDelivery e5/delivery',
      'send channel:terminal delivery.queued',
    ]);
    const answered = stand.send(says('m2', 'on Monday'));
    assert.equal(answered.leaf, 'acting.running');
    assert.deepEqual(answered.asked, ['write appendMessage owner m2', 'send call-1 owner.answered']);
    assert.deepEqual(answered.sent('call-1'), [{ type: 'owner.answered', text: 'on Monday', taint: 'owner' }]);
    assert.equal(answered.wrote('appendMessage')[0]?.['callId'], 'c1');
    const done = answered.ends('call-1', result({ tool: 'ask_owner', text: 'on Monday' }));
    assert.equal(done.leaf, 'thinking.completing');
  });

  test('given a question, when its call is begun again and waits for a decision, then the next message is no answer to it', () => {
    const stand = asking(['run_plan']);
    assert.equal(stand.leaf, 'waitingForInput.answer');
    const again = stand.send({ type: 'tool.waiting', childId: 'call-1', holds: true });
    assert.equal(again.leaf, 'waitingForInput.approval');
    const said = again.send(says('m2', 'what about it?'));
    assert.deepEqual(said.sent('call-1'), []);
  });

  test('given the conversation of a job, when it asks its owner, then it is told that nobody answers', () => {
    const job = begin({ machine: sessionMachine, address: 'session:job:a~1', input: born });
    const stand = job
      .send(says('m'))
      .ends('recall', { recalled: [] })
      .ends('completion', asks(['ask_owner']))
      .send({ type: 'owner.asked', childId: 'call-1', question: 'When?' });
    assert.equal(stand.leaf, 'acting.running');
    assert.partialDeepStrictEqual(stand.sent('call-1'), [{ type: 'owner.answered' }]);
  });

  test('given a question beside a tool that runs, when the tool ends first, then the session waits for the answer', () => {
    const stand = asking(['ask_owner', 'clock']);
    assert.equal(stand.leaf, 'acting.running');
    const rest = stand.ends('call-2', result({ callId: 'c2' }));
    assert.equal(rest.leaf, 'waitingForInput.answer');
    assert.equal(rest.send(says('m2')).leaf, 'acting.running');
  });

  test('given a question beside a tool that runs, when the owner answers first, then the next message is the answer all the same', () => {
    const answered = asking(['ask_owner', 'clock']).send(says('m2', 'on Monday'));
    assert.deepEqual(answered.sent('call-1'), [{ type: 'owner.answered', text: 'on Monday', taint: 'owner' }]);
    assert.equal(answered.context.turn?.unread, 0);
    const after = answered
      .ends('call-1', result({ tool: 'ask_owner', text: 'on Monday' }))
      .ends('call-2', result({ callId: 'c2' }));
    assert.equal(after.leaf, 'thinking.completing');
  });

  test('given two questions at once, when messages come, then the first answers the first and the second the second', () => {
    const both = asking(['ask_owner', 'ask_owner']).send({
      type: 'owner.asked',
      childId: 'call-2',
      question: 'Where?',
    });
    assert.equal(both.leaf, 'waitingForInput.answer');
    const first = both.send(says('m2', 'on Monday'));
    assert.deepEqual(
      first.sent('call-1').map(({ text }) => text),
      ['on Monday'],
    );
    const between = first.ends('call-1', result({ tool: 'ask_owner', text: 'on Monday' }));
    assert.equal(between.leaf, 'waitingForInput.answer');
    const second = between.send(says('m3', 'in Bonn'));
    assert.deepEqual(
      second.sent('call-2').map(({ text }) => text),
      ['in Bonn'],
    );
    assert.equal(second.ends('call-2', result({ callId: 'c2' })).leaf, 'thinking.completing');
  });

  test('given two questions at once, when a message answers the second itself, then it is the answer to that, and the next one to the first', () => {
    const asked = (childId: string) => ({ type: 'owner.asked', childId, question: 'Which?' }) as const;
    const both = thinking()
      .ends('completion', asks(['ask_owner', 'ask_owner']))
      .send(asked('call-1'))
      .send(asked('call-2'));
    const question = both.context.open.calls['call-2']?.question;
    const answers = { body: 'It answers this.', taint: 'owner', question } as const;
    const second = both.send(says('m2', 'in Bonn', { answers }));
    assert.deepEqual([second.sent('call-1').length, second.sent('call-2').length], [0, 1]);
    const first = second.ends('call-2', result({ callId: 'c2' })).send(says('m3', 'on Monday', { answers }));
    assert.deepEqual(
      first.sent('call-1').map(({ text }) => text),
      ['on Monday'],
    );
  });

  test('given a question, when its call is stopped from outside, then the session goes on and takes the next message as one', () => {
    const after = asking().ends('call-1', { outcome: 'cancelled' });
    assert.equal(after.leaf, 'thinking.completing');
    holds(after.send(says('m2')), 'write appendMessage owner m2');
  });

  test('given a question and a call that waits for an approval, when that is decided, then the question still stands', () => {
    const stand = asking(['ask_owner', 'deploy']).send({ type: 'tool.waiting', childId: 'call-2' });
    assert.equal(stand.leaf, 'waitingForInput.answer');
    const decided = stand.ends('call-2', result({ callId: 'c2', tool: 'deploy' }));
    assert.equal(decided.leaf, 'waitingForInput.answer');
    assert.deepEqual(Object.keys(decided.context.open.calls), ['call-1']);
  });

  test('given two questions with answers to choose from, when a button of the second is pressed twice and then one of a question that is none, then the second is answered once', () => {
    const first = thinking()
      .ends('completion', asks(['ask_owner', 'ask_owner']))
      .send({ type: 'owner.asked', childId: 'call-1', question: 'Tea?', options: ['tea', 'coffee'] });
    const [{ asks: asked } = {}] = first.wrote('queueDelivery');
    assert.deepEqual(asked, { question: 'e5', options: ['tea', 'coffee'] });
    const both = first.send({ type: 'owner.asked', childId: 'call-2', question: 'Milk?', options: ['yes', 'no'] });
    const press = { type: 'question.answered', question: 'e6', text: 'no', taint: 'owner' } as const;
    const answered = both.send({ ...press, messageId: 'p1' });
    assert.deepEqual(answered.asked, ['write appendMessage owner p1', 'send call-2 owner.answered']);
    assert.deepEqual(answered.sent('call-1'), []);
    assert.deepEqual(answered.send({ ...press, messageId: 'p2' }).asked, []);
    const idle = thinking().ends('completion', reply()).ends('evaluation', { claims: [] });
    assert.deepEqual(idle.send({ ...press, messageId: 'p3' }).asked, []);
  });

  test('given an answer with a picture, when it comes, then the picture is kept with it', () => {
    const attachments = [{ kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3, body: 'AAAA' }];
    const stand = asking().send(says('m2', 'this one', { attachments }));
    assert.deepEqual(stand.wrote('appendMessage')[0]?.['attachments'], attachments);
  });
});

suite('going round in circles', () => {
  /** The model has asked for the same so often, and each has ended. */
  const round = (times: number) => {
    let stand = thinking({ limits: { steps: 15, calls: 20, errorsInRow: 99 } });
    for (let n = 1; n <= times; n += 1) {
      if (n > 1) stand = stand.ends(`call-${n - 1}`, result({ childId: `call-${n - 1}` }));
      stand = stand.ends('completion', asks(['clock']));
    }
    return stand;
  };

  test('given the very same call for the fourth time in a turn, then the supervisor hears it, and not before', () => {
    assert.deepEqual(round(3).sent('supervisor'), []);
    assert.deepEqual(round(4).sent('supervisor'), [
      {
        type: 'report.raised',
        kind: 'looping',
        subject: sessionAddress,
        text: 'clock was called 4 times with the same arguments',
        turn: round(4).context.turn?.id,
        tool: 'clock',
        times: 4,
      },
    ]);
  });

  test('given that it is told so, then the model reads it with its next call; told of another turn, nothing is said', () => {
    const stand = round(4);
    const told = stand.send({ type: 'turn.clarified', turn: stand.context.turn?.id ?? '' });
    assert.deepEqual(
      told.wrote('appendMessage').map(({ role, body }) => [role, body]),
      [['notice', modelTexts.looping(4)]],
    );
    assert.equal(told.leaf, stand.leaf);
    assert.deepEqual(stand.send({ type: 'turn.clarified', turn: 'another' }).asked, []);
  });

  test('given another turn, then it is counted anew', () => {
    const stand = round(3)
      .ends('call-3', result({ childId: 'call-3' }))
      .ends('completion', reply());
    const idle = stand.ends('evaluation', { claims: [] });
    assert.equal(idle.leaf, 'idle');
    const next = idle
      .send(says('m2'))
      .ends('recall', { recalled: [] })
      .ends('completion', asks(['clock']));
    assert.deepEqual(Object.values(next.context.turn?.asked ?? {}), [1]);
  });
});
