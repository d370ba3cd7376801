import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionMachine } from '../../../src/machines/session/chart.ts';
import { sessionView } from '../../../src/machines/session/view.ts';
import { storedAs } from '../play.ts';
import { asks, down, type Session, says, session, stop, thinking } from '../talk.ts';

const viewOf = (stand: Session) => sessionView(storedAs(sessionMachine, stand));

test('given a conversation at rest, when it is viewed, then it is in no turn', () => {
  assert.partialDeepStrictEqual(viewOf(session()), { turn: null, turns: [], calls: [], distrust: null });
});

test('given tools that run, when it is viewed, then its calls are named with what they would do', () => {
  const acting = thinking().ends('completion', asks(['clock', 'clock']));
  const { turn, turns, calls, mostRepeats } = viewOf(acting);
  assert.deepEqual([turn, turns, mostRepeats], [acting.context.turn?.id, [acting.context.turn?.id], 2]);
  assert.deepEqual(calls, [
    { childId: 'call-1', tool: 'clock', intent: 'Use clock' },
    { childId: 'call-2', tool: 'clock', intent: 'Use clock' },
  ]);
});

test('given words after a stop, when it is viewed, then both turns are open', () => {
  const stopping = thinking()
    .ends('completion', asks(['clock']))
    .send(stop)
    .send(says('m2'));
  assert.deepEqual(viewOf(stopping).turns, [stopping.context.turn?.id, stopping.context.open.next?.turn]);
  assert.equal(viewOf(stopping).turns.length, 2);
});

test('given a model that does not answer, when it is viewed, then the failure and the tries are there', () => {
  const { failure, attempt } = viewOf(thinking().fails('completion', down));
  assert.deepEqual([failure, attempt], [down, 1]);
});
