/** Messages that are given a turn of their own. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { asks, reply, result, type Session, says, session, stop, thinking } from '../talk.ts';
import { asking, passes } from './stands.ts';

const apart = (id: string, more: object = {}) => says(id, `text of ${id}`, { ownTurn: true, ...more });
const over = (stand: Session) => stand.ends('completion', reply()).ends('evaluation', passes);
const wroteIds = (stand: Session) => stand.wrote('appendMessage').map(({ id }) => id);

suite('a turn of its own', () => {
  test('given a message that is to have its own turn, when none runs, then its turn begins at once', () => {
    const stand = session().send(apart('m1'));
    assert.equal(stand.leaf, 'thinking.recalling');
    assert.deepEqual([wroteIds(stand), stand.context.open.later], [['m1'], []]);
  });

  test('given a running turn, when two such messages come, then each waits, across a restart too, and has its turn after the one before', () => {
    const first = thinking().send(apart('m2')).send(apart('m3')).restored();
    assert.equal(first.leaf, 'thinking.completing');
    const [second, third] = (first.context.open.later ?? []).map(({ id }) => id);
    const next = over(first);
    assert.equal(next.leaf, 'thinking.recalling');
    assert.deepEqual(next.wrote('endTurn')[0]?.['outcome'], 'done');
    assert.deepEqual(next.wrote('beginTurn'), [{ turn: second }]);
    assert.ok(wroteIds(next).includes('m2') && !wroteIds(next).includes('m3'));
    const last = over(next.restored().ends('recall', { recalled: [] }));
    assert.deepEqual([last.context.turn?.id, last.context.open.later], [third, []]);
    assert.equal(over(last.ends('recall', { recalled: [] })).leaf, 'idle');
  });

  test('given one that waits, when something is said without that wish, then it joins the running turn', () => {
    const stand = thinking().send(apart('m2')).send(says('m3'));
    assert.deepEqual([wroteIds(stand), stand.context.turn?.unread, stand.context.open.later?.length], [['m3'], 1, 1]);
  });

  test('given one that waits with a deadline, when its turn begins, then the deadline counts from when it was said', () => {
    const next = over(thinking().send(apart('m2', { deadlineMs: 60_000, priority: 'high', only: 'local' })));
    const left = next.timers['deadline']?.delayMs ?? 0;
    assert.ok(left > 0 && left < 60_000, `${left}`);
    assert.deepEqual([next.context.turn?.priority, next.context.calling.only], ['high', 'local']);
  });

  test('given one that waits with a deadline, when that passes while another turn runs, then it ends as too late, and the running one goes on', () => {
    for (const stand of [
      thinking(),
      thinking()
        .ends('completion', asks(['clock']))
        .send(stop),
    ]) {
      const waits = stand.send(apart('m2', { deadlineMs: 60_000 }));
      const turn = waits.context.open.later?.[0]?.id ?? '';
      assert.equal(waits.timers[`deadline/${turn}`]?.delayMs, 60_000);
      const dropped = waits.restored().fires(`deadline/${turn}`);
      assert.deepEqual([dropped.leaf, dropped.context.turn?.id], [stand.leaf, stand.context.turn?.id]);
      assert.deepEqual(dropped.wrote('endTurn'), [{ turn, outcome: 'expired', reply: null }]);
      assert.deepEqual(dropped.context.open.later, []);
      const taken = waits.send({ ...stop, turn });
      assert.equal(taken.timers[`deadline/${turn}`], undefined, 'what was taken back has no deadline any more');
    }
    const next = over(thinking().send(apart('m2', { deadlineMs: 60_000 })));
    assert.deepEqual(Object.keys(next.timers), ['deadline'], 'that of its turn alone');
  });

  test('given one that waits, when the running turn is stopped, then it begins after that', () => {
    const stopping = thinking()
      .ends('completion', asks(['clock']))
      .send(apart('m2'))
      .send(stop)
      .send(apart('m3'));
    assert.deepEqual([stopping.leaf, stopping.context.open.later?.length], ['acting.cancelling', 2]);
    const next = stopping.ends('call-1', result({ outcome: 'cancelled', failed: true, isCut: true }));
    assert.deepEqual(
      [next.leaf, next.context.open.later?.map(({ messageId }) => messageId)],
      ['thinking.recalling', ['m3']],
    );
    assert.equal(next.wrote('endTurn')[0]?.['outcome'], 'cancelled');
  });

  test('given one that waits, when that turn alone is stopped, then it ends, no model reads it, and the running one goes on', () => {
    for (const stand of [
      thinking(),
      thinking()
        .ends('completion', asks(['clock']))
        .send(stop),
    ]) {
      const waits = stand.send(apart('m2'));
      const turn = waits.context.open.later?.[0]?.id;
      const dropped = waits.send({ ...stop, turn });
      assert.deepEqual([dropped.leaf, dropped.context.turn?.id], [stand.leaf, stand.context.turn?.id]);
      assert.deepEqual(dropped.wrote('endTurn'), [{ turn, outcome: 'cancelled', reply: null }]);
      assert.equal(dropped.wrote('appendMessage')[0]?.['isAside'], true);
      assert.deepEqual(dropped.context.open.later, []);
    }
  });

  test('given a turn that has ended, when that turn alone is stopped late, then the one that runs by then goes on', () => {
    const stand = thinking().send({ ...stop, turn: 'e0' });
    assert.equal(stand.leaf, 'thinking.completing');
    const own = stand.send({ ...stop, turn: stand.context.turn?.id });
    assert.deepEqual([own.leaf, own.wrote('endTurn')[0]?.['outcome']], ['idle', 'cancelled']);
  });

  test('given an open question, when such a message comes, then it is the answer', () => {
    assert.deepEqual(asking().send(apart('m2')).sent('call-1')[0]?.type, 'owner.answered');
  });

  test('given a conversation that begins again, when messages had waited, then their turns begin', () => {
    const later = thinking().send(apart('m2')).context.open.later ?? [];
    const letGo = { id: 'r1', turns: ['e0'], notice: 'gone', told: 'gone', later };
    const stand = session({ letGo });
    assert.deepEqual([stand.leaf, stand.context.turn?.id], ['thinking.recalling', later[0]?.id]);
  });
});
