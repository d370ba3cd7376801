import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { modelTexts, texts } from '../../../src/domain/text/texts.ts';
import { sessionMachine } from '../../../src/machines/session/chart.ts';
import { migrateSession } from '../../../src/machines/session/migrate.ts';
import { begin } from '../play.ts';
import {
  asks,
  born,
  broken,
  down,
  frozenCall,
  reply,
  resting,
  result,
  type Session,
  says,
  session,
  sessionAddress,
  sessionSpentUp,
  spentUp,
  stop,
  thinking,
} from '../talk.ts';

const say = texts('en');
const passes = { claims: [] };
/** A line of what a step asked for, among others. */
const holds = (stand: Session, ...lines: readonly string[]) => {
  for (const line of lines)
    assert.ok(
      stand.asked.some(asked => asked.startsWith(line)),
      `${line} is not in ${JSON.stringify(stand.asked)}`,
    );
};
/** Acting, with one call that the model was told waits for an approval, and which the session has gone on without. */
const waiting = () =>
  thinking()
    .ends('completion', asks(['deploy']))
    .send({ type: 'tool.waiting', childId: 'call-1' });
const asking = (tools: readonly string[] = ['ask_owner']) =>
  thinking().ends('completion', asks(tools)).send({ type: 'owner.asked', childId: 'call-1', question: 'When?' });

suite('a turn', () => {
  test('given an idle session, when a message comes, then a turn opens and memories are looked up', () => {
    const stand = session().send(says('m1', 'hello'));
    assert.equal(stand.leaf, 'thinking.recalling');
    assert.deepEqual(stand.asked, ['write beginTurn', 'write appendMessage owner m1', 'start recall']);
    assert.deepEqual(stand.wrote('beginTurn'), [{ turn: 'e2' }]);
    assert.deepEqual(stand.wrote('appendMessage'), [
      { id: 'm1', turn: 'e2', role: 'owner', body: 'hello', taint: 'owner' },
    ]);
    assert.deepEqual(stand.started('recall'), { session: sessionAddress, turn: 'e2' });
  });

  test('given memories, when they are found, then the model is asked with them', () => {
    const stand = session()
      .send(says('m1'))
      .ends('recall', { recalled: ['memory:1'] });
    assert.equal(stand.leaf, 'thinking.completing');
    assert.deepEqual(stand.started('completion'), {
      session: sessionAddress,
      turn: 'e2',
      recalled: ['memory:1'],
      route: 0,
      tools: true,
      allotment: 'm1',
    });
  });

  test('given a memory that does not answer, when it fails, then the model is asked without', () => {
    const stand = session().send(says('m1')).fails('recall', { kind: 'timeout', message: 'recall did not answer' });
    assert.equal(stand.leaf, 'thinking.completing');
    assert.deepEqual(stand.started('completion')?.['recalled'], []);
  });

  test('given a reply in words, when it has been looked at, then it is delivered and the turn ends in one step', () => {
    const said = thinking().ends('completion', reply({ text: 'Hi.' }));
    assert.equal(said.leaf, 'evaluating');
    assert.deepEqual(said.asked, [
      'write addUsage',
      'write settleSpend',
      'write appendMessage assistant completion~3',
      'start evaluation',
    ]);
    assert.deepEqual(said.wrote('addUsage')[0]?.['model'], 'peer/model');
    assert.deepEqual(said.started('evaluation'), {
      session: sessionAddress,
      turn: 'e2',
      message: 'completion~3',
    });
    const over = said.ends('evaluation', passes);
    assert.equal(over.leaf, 'idle');
    assert.deepEqual(over.asked, [
      'write queueDelivery evaluation~4!/delivery',
      'send channel:terminal delivery.queued',
      'write endTurn done',
    ]);
    assert.deepEqual(over.wrote('queueDelivery'), [
      { id: 'evaluation~4!/delivery', channel: 'terminal', chat: 'main', body: 'Hi.', notes: [] },
    ]);
    assert.deepEqual(over.sent('channel:terminal'), [
      { type: 'delivery.queued', delivery: 'evaluation~4!/delivery', chat: 'main' },
    ]);
    assert.deepEqual(over.wrote('endTurn'), [{ turn: 'e2', outcome: 'done', reply: 'completion~3' }]);
    assert.equal(over.context.turn, null);
  });

  test('given a reply, when its evaluation fails, then in doubt it passes', () => {
    const over = thinking()
      .ends('completion', reply())
      .fails('evaluation', { kind: 'defect', message: 'a rule broke' });
    assert.equal(over.leaf, 'idle');
    holds(over, 'write queueDelivery', 'write endTurn done');
  });

  test('given a topic of a chat, when a session is born for it, then it answers into that topic', () => {
    const stand = session().context;
    assert.deepEqual([stand.channel, stand.chat], ['terminal', 'main']);
  });

  test('given an attachment and a correction, when they come, then both are kept and the model is told', () => {
    const attachments = [{ kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3, body: 'AAAA' }];
    const stand = session().send(says('m1', 'May, not June', { correction: true, attachments }));
    assert.deepEqual(stand.wrote('appendMessage'), [
      { id: 'm1/correction', turn: 'e2', role: 'notice', body: modelTexts.correction, taint: 'owner' },
      { id: 'm1', turn: 'e2', role: 'owner', body: 'May, not June', taint: 'owner', attachments },
    ]);
  });

  test('given an answered turn, when the next one begins, then nothing of the old one counts', () => {
    const first = thinking()
      .ends('completion', asks(['clock']))
      .ends('call-1', result({ failed: true }))
      .ends('completion', reply())
      .ends('evaluation', passes);
    const second = first.send(says('m2')).context;
    assert.deepEqual(
      [second.steps, second.calls, second.errorsInRow, second.limit, second.done, second.corrected],
      [0, 0, 0, null, [], false],
    );
    assert.equal(second.spawned, 1);
  });
});

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
    assert.deepEqual(both.context.open, {});
    assert.deepEqual(both.context.done, ['deploy', 'clock']);
  });

  test('given several steps, when tools are called again, then their names go on counting', () => {
    const twice = thinking()
      .ends('completion', asks(['clock']))
      .ends('call-1', result())
      .ends('completion', asks(['clock']));
    assert.deepEqual(Object.keys(twice.children), ['call-2']);
    assert.equal(twice.context.steps, 2);
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
    assert.equal(after.context.taint, 'owner');
  });
});

suite('what comes in mid-turn', () => {
  const stands: readonly (readonly [string, () => Session])[] = [
    ['thinking.recalling', () => session().send(says('m1'))],
    ['thinking.completing', () => thinking()],
    ['thinking.backingOff', () => thinking().fails('completion', down)],
    ['acting.running', () => thinking().ends('completion', asks(['clock']))],
    [
      'waitingForInput.approval',
      () =>
        thinking({ approvals: 'block' })
          .ends('completion', asks(['deploy']))
          .send({ type: 'tool.waiting', childId: 'call-1' }),
    ],
    ['evaluating', () => thinking().ends('completion', reply())],
  ];
  for (const [leaf, make] of stands)
    test(`given ${leaf}, when a message comes, then it is kept, disturbs nothing and is not yet read`, () => {
      const before = make();
      assert.equal(before.leaf, leaf);
      const after = before.send(says('m2'));
      assert.equal(after.leaf, leaf);
      assert.deepEqual(after.asked, ['write appendMessage owner m2']);
      assert.equal(after.wrote('appendMessage')[0]?.['turn'], 'e2');
      assert.deepEqual(Object.keys(after.children), Object.keys(before.children));
      assert.deepEqual(after.timers, before.timers);
      assert.equal(after.context.unread, before.context.unread + 1);
    });

  test('given a message that came while tools ran, when the model is asked next, then it reads it there', () => {
    const next = thinking()
      .ends('completion', asks(['clock']))
      .send(says('m2'))
      .ends('call-1', result());
    assert.equal(next.leaf, 'thinking.completing');
    assert.equal(next.context.unread, 0);
  });

  for (const [how, end] of [
    ['passes', (stand: Session) => stand.ends('evaluation', passes)],
    ['cannot be evaluated', (stand: Session) => stand.fails('evaluation', { kind: 'timeout', message: 'slow' })],
  ] as const)
    test(`given a message that came too late for a reply, when the reply ${how}, then it is delivered and the turn goes on`, () => {
      const after = end(thinking().ends('completion', reply()).send(says('m2')));
      assert.equal(after.leaf, 'thinking.completing');
      holds(after, 'write queueDelivery', 'start completion');
      assert.deepEqual(after.wrote('endTurn'), []);
      assert.equal(after.context.unread, 0);
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
    assert.equal(stand.context.unread, 1);
    assert.equal(stand.ends('completion', reply()).ends('evaluation', passes).leaf, 'thinking.completing');
  });

  test('given other tools at work, when a late result comes, then it is a notice and they go on', () => {
    const stand = waiting()
      .ends('completion', asks(['clock']))
      .ends('call-1', result({ tool: 'deploy' }));
    assert.equal(stand.leaf, 'acting.running');
    assert.deepEqual(Object.keys(stand.context.open), ['call-2']);
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
    assert.equal(answered.context.unread, 0);
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
    assert.deepEqual(Object.keys(decided.context.open), ['call-1']);
  });

  test('given an answer with a picture, when it comes, then the picture is kept with it', () => {
    const attachments = [{ kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3, body: 'AAAA' }];
    const stand = asking().send(says('m2', 'this one', { attachments }));
    assert.deepEqual(stand.wrote('appendMessage')[0]?.['attachments'], attachments);
  });
});

suite('stopping', () => {
  const stands: readonly (readonly [string, () => Session, readonly string[]])[] = [
    ['thinking.recalling', () => session().send(says('m1')), ['stop recall']],
    ['thinking.completing', () => thinking(), ['stop completion']],
    ['thinking.backingOff', () => thinking().fails('completion', down), ['cancel timer']],
    ['evaluating', () => thinking().ends('completion', reply()), ['stop evaluation']],
  ];
  for (const [leaf, make, lines] of stands)
    test(`given ${leaf}, when it is stopped, then the work is left, the owner is told and the turn ends`, () => {
      const before = make();
      assert.equal(before.leaf, leaf);
      const after = before.send(stop);
      assert.equal(after.leaf, 'idle');
      holds(after, ...lines, 'write queueDelivery', 'write endTurn cancelled');
      assert.equal(after.wrote('queueDelivery')[0]?.['body'], say.stopped([], []));
      assert.deepEqual([after.children, after.timers], [{}, {}]);
    });

  for (const [leaf, make] of [
    ['acting.running', () => thinking().ends('completion', asks(['clock']))],
    ['waitingForInput.answer', () => asking()],
    [
      'waitingForInput.approval',
      () =>
        thinking({ approvals: 'block' })
          .ends('completion', asks(['clock']))
          .send({ type: 'tool.waiting', childId: 'call-1' }),
    ],
  ] as const)
    test(`given ${leaf}, when it is stopped, then every call is told, and the turn ends with the last of them`, () => {
      const before = make();
      assert.equal(before.leaf, leaf);
      const told = before.send(stop);
      assert.equal(told.leaf, 'acting.cancelling');
      assert.deepEqual(told.sent('call-1'), [{ type: 'tool.cancelled' }]);
      assert.deepEqual(told.send(stop).asked, [], 'a second time changes nothing');
      const over = told.ends('call-1', result({ outcome: 'cancelled', text: modelTexts.cancelled, failed: true }));
      assert.equal(over.leaf, 'idle');
      holds(over, 'write queueDelivery call-1~4!/delivery');
      assert.deepEqual(over.wrote('endTurn'), [{ turn: 'e2', outcome: 'cancelled', reply: `call-1~4!/end` }]);
    });

  test('given an idle session, when it is stopped, then nothing happens', () => {
    const stand = session().send(stop);
    assert.deepEqual([stand.leaf, stand.asked], ['idle', []]);
  });

  test('given work that was done before, when it is stopped, then the owner hears what', () => {
    const after = thinking()
      .ends('completion', asks(['clock']))
      .ends('call-1', result())
      .send(stop);
    assert.equal(after.wrote('queueDelivery')[0]?.['body'], 'Stopped. Done before that: clock.');
  });

  test('given calls under way, when they are stopped, then the owner hears which were cut short', () => {
    const after = thinking()
      .ends('completion', asks(['clock', 'deploy']))
      .send(stop)
      .ends('call-1', result({ outcome: 'cancelled', failed: true, isCut: true }))
      .ends('call-2', result({ outcome: 'unknown', failed: true, tool: 'deploy' }));
    assert.equal(after.wrote('queueDelivery')[0]?.['body'], say.stopped([], ['Use clock', 'Use deploy']));
  });

  test('given an approval that was granted meanwhile, when its act is cut short, then the owner hears so all the same', () => {
    const after = thinking({ approvals: 'block' })
      .ends('completion', asks(['deploy']))
      .send({ type: 'tool.waiting', childId: 'call-1' })
      .send(stop)
      .ends('call-1', result({ outcome: 'cancelled', failed: true, isCut: true }));
    assert.equal(after.wrote('queueDelivery')[0]?.['body'], say.stopped([], ['Use deploy']));
  });

  test('given an approval that waits since an earlier turn, when this one is stopped, then it goes on waiting', () => {
    const later = waiting()
      .ends('completion', reply())
      .ends('evaluation', passes)
      .send(says('m2'))
      .ends('recall', { recalled: [] })
      .ends('completion', asks(['clock']))
      .send(stop);
    assert.deepEqual(later.sent('call-1'), []);
    const over = later.ends('call-2', result({ outcome: 'cancelled', failed: true }));
    assert.equal(over.leaf, 'idle');
    assert.deepEqual(Object.keys(over.context.open), ['call-1']);
    assert.equal(over.ends('call-1', result({ tool: 'deploy' })).leaf, 'thinking.recalling');
  });

  test('given an approval of this turn, when the turn is stopped, then it is cancelled and no turn opens for it', () => {
    const told = waiting().send(stop);
    assert.deepEqual(told.sent('call-1'), [{ type: 'tool.cancelled' }]);
    assert.equal(told.ends('call-1', result({ outcome: 'cancelled', failed: true })).leaf, 'idle');
  });

  test('given a message after the stop, when the last call has ended, then a turn of its own answers it', () => {
    const stopping = thinking()
      .ends('completion', asks(['clock']))
      .send(says('before'))
      .send(stop);
    const told = stopping.send(says('after'));
    assert.equal(told.leaf, 'acting.cancelling');
    holds(told, 'write beginTurn', 'write appendMessage owner after');
    assert.equal(told.wrote('appendMessage')[0]?.['turn'], told.context.next, 'it is not what was stopped');
    const more = told.send(says('and this'));
    assert.deepEqual(more.asked, ['write appendMessage owner and this']);
    assert.equal(more.context.next, told.context.next);
    const cancelled = result({ outcome: 'cancelled', failed: true });
    const over = told.ends('call-1', cancelled);
    assert.equal(over.leaf, 'thinking.recalling');
    holds(over, 'write queueDelivery', 'write endTurn cancelled', 'start recall');
    assert.deepEqual([over.context.turn, over.context.next], [told.context.next, null]);
    assert.equal(stopping.ends('call-1', cancelled).leaf, 'idle', 'what was said before the stop is stopped with it');
  });

  test('given a call that ended as it was cancelled, when its end comes, then it counts as done', () => {
    const after = thinking()
      .ends('completion', asks(['clock']))
      .send(stop)
      .ends('call-1', result());
    assert.equal(after.wrote('queueDelivery')[0]?.['body'], 'Stopped. Done before that: clock.');
  });
});

suite('a model that does not answer', () => {
  test('given a model that is down, when it fails, then it is asked again after 1, then 2 seconds, then the default is asked', () => {
    const once = thinking().fails('completion', down);
    assert.deepEqual([once.leaf, once.asked], ['thinking.backingOff', ['write settleSpend', 'wait 1000']]);
    const again = once.fires();
    assert.deepEqual([again.leaf, again.context.attempt], ['thinking.completing', 2]);
    const twice = again.fails('completion', down);
    assert.deepEqual(twice.asked, ['write settleSpend', 'wait 2000']);
    const other = twice.fires().fails('completion', down);
    assert.equal(other.leaf, 'thinking.completing');
    assert.equal(other.started('completion')?.['route'], 1);
    assert.equal(other.context.attempt, 1);
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
    assert.match(String(over.wrote('queueDelivery')[0]?.['body']), /rests for another 42 s\. Your message is kept/);
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

  test('given a session of the version before, when it is taken over, then its model is a place in line', () => {
    const old = { value: 'idle', context: { route: 'default', turn: null } };
    assert.deepEqual(migrateSession(old, '1'), { value: 'idle', context: { route: 1, models: 2, turn: null } });
    assert.equal(migrateSession(old, '2'), old);
    assert.equal(migrateSession(old, '0'), undefined);
  });

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
    assert.equal(last.context.limit, say.limitCalls(2));
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
    assert.equal(acting.context.calls, 2);
  });

  test('given errors in a row, when they are too many, then no more tools are offered; a success in between counts anew', () => {
    const bad = (stand: Session, number: number) =>
      stand.ends('completion', asks(['clock'])).ends(`call-${number}`, result({ failed: true }));
    assert.equal(bad(bad(bad(thinking(), 1), 2), 3).context.limit, say.limitErrors(3));
    const good = bad(bad(thinking(), 1), 2)
      .ends('completion', asks(['clock']))
      .ends('call-3', result());
    assert.deepEqual([good.context.limit, good.context.errorsInRow], [null, 0]);
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

test('given a thousand turns, when the state is saved, then it is under 4 KB and no larger than after ten', () => {
  const sizeAfter = (turns: number) => {
    let stand = session(born);
    for (let turn = 0; turn < turns; turn += 1) {
      const acting = stand
        .send({ ...says(`m${turn}`), id: `turn-${String(turn).padStart(6, '0')}` })
        .ends('recall', { recalled: ['memory:1', 'memory:2'] })
        .ends('completion', asks(['clock', 'deploy']))
        .send({ type: 'tool.waiting', childId: `call-${turn * 2 + 2}` });
      stand = acting
        .ends(`call-${turn * 2 + 1}`, result())
        .ends('completion', reply())
        .send(says(`n${turn}`))
        .ends(`call-${turn * 2 + 2}`, result({ callId: 'c2' }))
        .ends('evaluation', passes)
        .ends('completion', reply())
        .ends('evaluation', passes);
    }
    assert.equal(stand.leaf, 'idle');
    // the digits of its counters alone may grow
    const saved = JSON.stringify(stand.restored().snapshot.toJSON());
    return { bytes: saved.length, shape: saved.replace(/\d+/g, '0').length };
  };
  const ten = sizeAfter(10);
  const thousand = sizeAfter(1000);
  assert.ok(thousand.bytes < 4096, `${thousand.bytes} bytes`);
  assert.equal(thousand.shape, ten.shape);
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
        ...{ type: 'report.raised', kind: 'looping', subject: sessionAddress },
        ...{ text: 'clock was called 4 times with the same arguments', turn: round(4).context.turn },
        ...{ tool: 'clock', times: 4 },
      },
    ]);
  });

  test('given that it is told so, then the model reads it with its next call; told of another turn, nothing is said', () => {
    const stand = round(4);
    const told = stand.send({ type: 'turn.clarified', turn: stand.context.turn ?? '' });
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
    assert.deepEqual(Object.values(next.context.asked ?? {}), [1]);
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
    assert.deepEqual(Object.keys(stand.context.open), ['call-1']);
    assert.equal(stand.ends('call-1', result({ tool: 'deploy' })).leaf, 'thinking.recalling');
  });

  test('given a warning and a cost, when the reply goes out, then they stand beneath it, for the owner alone, and are told of once', () => {
    const beneath = { notes: ['(50 %)', '[Cloud]'], warned: [{ key: 'day:2026-11-22', percent: 50 }] };
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
});

suite('the terms of a turn', () => {
  const urgent = says('m1', 'quick', { priority: 'high', deadlineMs: 60_000 });

  test('given a priority, when the model and tools are asked, then they are told; a more urgent word raises it', () => {
    const stand = session().send(urgent).ends('recall', { recalled: [], models: 1 });
    assert.equal(stand.started('completion')?.['priority'], 'high');
    const more = stand
      .send(says('m2', 'now', { priority: 'critical' }))
      .send(says('m3', 'whenever', { priority: 'low' }));
    const acting = more.ends('completion', asks(['clock']));
    assert.equal(acting.started('call-1')?.['priority'], 'critical');
    const next = session()
      .send(urgent)
      .ends('recall', { recalled: [] })
      .ends('completion', reply())
      .ends('evaluation', passes);
    assert.equal(next.send(says('m2')).ends('recall', { recalled: [] }).started('completion')?.['priority'], undefined);
  });

  test('given a deadline, when it passes while tools run, then they are cancelled and the turn ends expired and says so', () => {
    const acting = session()
      .send(urgent)
      .ends('recall', { recalled: [] })
      .ends('completion', asks(['clock']));
    const ending = acting.restored().fires('deadline');
    assert.equal(ending.leaf, 'acting.cancelling');
    assert.deepEqual(ending.sent('call-1'), [{ type: 'tool.cancelled' }]);
    const over = ending.ends('call-1', result({ outcome: 'cancelled', failed: true, isCut: true }));
    assert.equal(over.leaf, 'idle');
    assert.equal(over.wrote('endTurn')[0]?.['outcome'], 'expired');
    assert.match(String(over.wrote('queueDelivery')[0]?.['body']), /^The deadline of this has passed/);
  });

  test('given a deadline, when it passes while the model writes or an answer is waited for, then the turn ends expired', () => {
    const thinks = session().send(urgent).ends('recall', { recalled: [] });
    const over = thinks.fires('deadline');
    assert.deepEqual([over.leaf, over.wrote('endTurn')[0]?.['outcome']], ['idle', 'expired']);
    const asked = thinks
      .ends('completion', asks(['ask_owner']))
      .send({ type: 'owner.asked', childId: 'call-1', question: 'When?' });
    assert.equal(asked.leaf, 'waitingForInput.answer');
    assert.equal(asked.fires('deadline').leaf, 'acting.cancelling');
  });

  test('given two deadlines, when they are set, then the earlier holds; once the turn has ended there is none', () => {
    const stand = session().send(urgent);
    const wait = (one: Session) => one.timers['deadline']?.delayMs;
    assert.equal(wait(stand), 60_000);
    assert.equal(wait(stand.send(says('m2', 'later', { deadlineMs: 600_000 }))), 60_000);
    assert.equal(wait(stand.send(says('m2', 'sooner', { deadlineMs: 5000 }))), 5000);
    const over = stand.ends('recall', { recalled: [] }).ends('completion', reply()).ends('evaluation', passes);
    assert.deepEqual([over.leaf, over.timers], ['idle', {}]);
    const cancelled = stand.send(stop);
    assert.deepEqual([cancelled.leaf, cancelled.timers], ['idle', {}]);
  });

  test('given a deadline of a turn that is over, when it comes all the same, then nothing ends', () => {
    const stand = session().send(says('m1')).send({ type: 'turn.expired', turn: 'e0' });
    assert.equal(stand.leaf, 'thinking.recalling');
  });

  test('given a message with terms while a turn is being stopped, when the next one begins, then it has them', () => {
    const stopping = thinking()
      .ends('completion', asks(['clock']))
      .send(stop);
    const asked = stopping.send(says('m2', 'instead', { priority: 'critical', deadlineMs: 9000, at: 1_000_000 }));
    const next = asked.send(says('m3', 'or this', { priority: 'low', deadlineMs: 60_000, at: 1_000_500 })).send({
      ...{ type: 'xstate.done.actor.call-1', actorId: 'call-1', from: 'tool-call:x', at: 1_004_000 },
      output: result({ outcome: 'cancelled', failed: true }),
    });
    assert.deepEqual(
      [next.leaf, next.context.priority, next.timers['deadline']?.delayMs],
      ['thinking.recalling', 'critical', 5000],
      'the deadline counts from when it was asked for, not from when the turn begins',
    );
    assert.deepEqual(next.timers['deadline']?.event['turn'], next.context.turn);
  });

  test('given a later conversation of a chat, when it is born, then it answers into that chat', () => {
    const stand = begin({ machine: sessionMachine, address: 'session:telegram:42:7~2', input: born });
    assert.deepEqual([stand.context.channel, stand.context.chat], ['telegram', '42:7']);
  });
});
