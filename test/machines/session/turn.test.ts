/** How a turn begins, what joins it, and on what terms. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { modelTexts } from '../../../src/domain/text/texts.ts';
import { sessionMachine } from '../../../src/machines/session/chart.ts';
import { newCalling, newTurn, turnOf } from '../../../src/machines/session/context.ts';
import { begin } from '../play.ts';
import {
  asks,
  born,
  down,
  reply,
  result,
  type Session,
  says,
  session,
  sessionAddress,
  stop,
  thinking,
} from '../talk.ts';
import { holds, passes } from './stands.ts';

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
      { id: 'evaluation~4!/delivery', channel: 'terminal', chat: 'main', body: 'Hi.', notes: [], taint: 'owner' },
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
    const { born } = session().context;
    assert.deepEqual([born.channel, born.chat], ['terminal', 'main']);
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
    assert.deepEqual([second.turn, second.calling], [newTurn('e8'), { ...newCalling, models: 2 }]);
    assert.equal(second.open.spawned, 1);
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
      assert.equal(after.context.turn?.unread, turnOf(before.context).unread + 1);
    });

  test('given a message that came while tools ran, when the model is asked next, then it reads it there', () => {
    const next = thinking()
      .ends('completion', asks(['clock']))
      .send(says('m2'))
      .ends('call-1', result());
    assert.equal(next.leaf, 'thinking.completing');
    assert.equal(next.context.turn?.unread, 0);
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
      assert.equal(after.context.turn?.unread, 0);
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

  test('given a message for a model at home, when it joins or opens a turn, then places in line are those of that side until the turn ends', () => {
    const counts = { all: 3, local: 1, cloud: 2 };
    const joined = session()
      .send(says('m1'))
      .ends('recall', { recalled: [], models: counts })
      .ends('completion', asks(['clock']))
      .send(says('m2', 'here', { only: 'local' }))
      .send(says('m3', 'there', { only: 'cloud' }));
    assert.deepEqual(
      [joined.context.calling.only, joined.context.calling.models],
      ['local', 1],
      'what was to stay at home does',
    );
    const again = joined.restored().ends('call-1', result());
    assert.equal(again.started('completion')?.['only'], 'local');
    assert.equal(again.wrote('reserveSpend')[0]?.['only'], 'local');
    const over = again.ends('completion', reply()).ends('evaluation', { claims: [] });
    const next = over.send(says('m4')).ends('recall', { recalled: [], models: counts });
    assert.deepEqual([next.context.calling.models, next.started('completion')?.['only']], [3, undefined]);
    const stopped = joined
      .send(stop)
      .send(says('m5', 'later', { only: 'cloud' }))
      .ends('call-1', result());
    assert.deepEqual([stopped.leaf, stopped.context.calling.only], ['thinking.recalling', 'cloud']);
    assert.equal(stopped.ends('recall', { recalled: [], models: counts }).context.calling.models, 2);
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
    assert.match(String(over.wrote('queueDelivery')[0]?.['body']), /^The deadline has passed/);
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
      type: 'xstate.done.actor.call-1',
      actorId: 'call-1',
      from: 'tool-call:x',
      at: 1_004_000,
      output: result({ outcome: 'cancelled', failed: true }),
    });
    assert.deepEqual(
      [next.leaf, next.context.turn?.priority, next.timers['deadline']?.delayMs],
      ['thinking.recalling', 'critical', 5000],
      'the deadline counts from when it was asked for, not from when the turn begins',
    );
    assert.deepEqual(next.timers['deadline']?.event['turn'], next.context.turn?.id);
  });

  test('given a later conversation of a chat, when it is born, then it answers into that chat', () => {
    const stand = begin({ machine: sessionMachine, address: 'session:telegram:42:7~2', input: born });
    assert.deepEqual([stand.context.born.channel, stand.context.born.chat], ['telegram', '42:7']);
  });
});

test('given a conversation that began in another language, when a turn begins, then it speaks the one that is set', () => {
  const { context } = session().send(says('m1')).ends('recall', { recalled: [], language: 'de' });
  assert.equal(context.owner.language, 'de');
});
