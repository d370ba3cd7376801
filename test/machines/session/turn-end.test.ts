/** A turn that is stopped. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { modelTexts } from '../../../src/domain/text/texts.ts';
import { asks, down, reply, result, type Session, says, session, stop, thinking } from '../talk.ts';
import { asking, holds, passes, say, waiting } from './stands.ts';

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
    assert.deepEqual(Object.keys(over.context.open.calls), ['call-1']);
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
    assert.equal(told.wrote('appendMessage')[0]?.['turn'], told.context.open.next?.turn, 'it is not what was stopped');
    const more = told.send(says('and this'));
    assert.deepEqual(more.asked, ['write appendMessage owner and this']);
    assert.equal(more.context.open.next?.turn, told.context.open.next?.turn);
    const cancelled = result({ outcome: 'cancelled', failed: true });
    const over = told.ends('call-1', cancelled);
    assert.equal(over.leaf, 'thinking.recalling');
    holds(over, 'write queueDelivery', 'write endTurn cancelled', 'start recall');
    assert.deepEqual([over.context.turn?.id, over.context.open.next], [told.context.open.next?.turn, null]);
    assert.equal(stopping.ends('call-1', cancelled).leaf, 'idle', 'what was said before the stop is stopped with it');
    assert.deepEqual(
      [over.wrote('queueDelivery')[0]?.['body'], over.context.turn?.unreadWords],
      [`${say.stopped([], [])}\n\n${say.unreadWords(['text of before'])}`, []],
    );
  });

  test('given a call that ended as it was cancelled, when its end comes, then it counts as done', () => {
    const after = thinking()
      .ends('completion', asks(['clock']))
      .send(stop)
      .ends('call-1', result());
    assert.equal(after.wrote('queueDelivery')[0]?.['body'], 'Stopped. Done before that: clock.');
  });

  test('given messages that the model had not read, when the turn is stopped, then the owner reads which, once', () => {
    const long = { blob: 'a'.repeat(64), bytes: 9_000 };
    const stopped = thinking()
      .send(says('wifi'))
      .send({ ...says('a strange word'), taint: 'external' })
      .send({ ...says('m'), text: long })
      .send(stop);
    assert.equal(
      stopped.wrote('queueDelivery')[0]?.['body'],
      `Stopped. Nothing was done.\n\n${say.unreadWords(['text of wifi', '', ''])}`,
    );
    assert.match(
      say.unreadWords(['the wifi code', '']),
      /“the wifi code”; a long or forwarded message\. Send them again/,
    );
    assert.equal(stopped.send(says('again')).send(stop).wrote('queueDelivery')[0]?.['body'], say.stopped([], []));
  });

  test('given a message that joined the turn, when the model has been asked since, then it is not called unread', () => {
    const read = thinking()
      .ends('completion', asks(['clock']))
      .send(says('and the date'))
      .ends('call-1', result());
    assert.equal(read.leaf, 'thinking.completing');
    assert.equal(read.send(stop).wrote('queueDelivery')[0]?.['body'], say.stopped(['clock'], []));
  });

  test('given a message that was not read, when the deadline ends the turn, then the owner reads that too', () => {
    const due = session()
      .send({ ...says('m1'), deadlineMs: 1_000 })
      .ends('recall', { recalled: [] });
    const over = due.send(says('m2')).send({ type: 'turn.expired', turn: due.context.turn?.id ?? '' });
    assert.equal(
      over.wrote('queueDelivery')[0]?.['body'],
      `${say.expired([], [])}\n\n${say.unreadWords(['text of m2'])}`,
    );
  });
});
