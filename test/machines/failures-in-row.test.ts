/**
 * Every counter of failures in a row, and which ends of a call it counts: the errors of a turn, the circuit breakers,
 * the health of the agent's own tools. What a crash cut, what was cancelled, denied, not answered or refused by a
 * breaker is nobody's failure.
 */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { EffectSource } from '../../src/actors/runtime/registry.ts';
import { createBreakers } from '../../src/actors/supervision/breakers.ts';
import type { Failure } from '../../src/domain/supervision/failure.ts';
import { countsAgainstCalled, errorsAfter } from '../../src/domain/supervision/failure-count.ts';
import { defined } from '../../src/domain/text/json.ts';
import type { FrozenCall, ToolOutcome, Unasked } from '../../src/domain/tools/tool.ts';
import { toolCallMachine } from '../../src/machines/tool-call/chart.ts';
import type { EffectRecord } from '../../src/ports/store.ts';
import { begin } from './play.ts';
import { asks, frozenCall, result, type Session, thinking } from './talk.ts';

const write = frozenCall('write_file', { facts: { writes: 'workspace' }, intent: 'Write notes.md' });

/** An act that ran unasked, from its start on. */
function act(call: FrozenCall = write) {
  const input = {
    session: 'session:web:main',
    turn: 't',
    childId: 'call-1',
    call,
    taint: 'owner',
    approvalExpiresAfterMs: null,
  };
  return begin({ machine: toolCallMachine, address: 'tool-call:x', parent: 'session:web:main', input });
}

const failure = (kind: Failure['kind'], cause?: string): Failure => ({
  kind,
  message: 'no reason',
  ...defined({ cause }),
});

/**
 * How a call may end; `counts`: as an error of whoever asked for it, `unasked`: what is told of an act that ran
 * unasked.
 */
const ends: readonly {
  readonly name: string;
  readonly end: () => ReturnType<typeof act>;
  readonly counts: boolean;
  readonly told: string | undefined;
}[] = [
  {
    name: 'an error of the tool',
    end: () => act().fails('execution', failure('unavailable')),
    counts: true,
    told: 'failed',
  },
  {
    name: 'a tool that reports a failure',
    end: () => act().ends('execution', { text: 'no', failed: true }),
    counts: true,
    told: 'failed',
  },
  { name: 'a deadline', end: () => act().fails('execution', failure('timeout')), counts: true, told: 'failed' },
  { name: 'a crash', end: () => act().fails('execution', failure('unknown')), counts: false, told: 'unknown' },
  {
    name: 'a breaker',
    end: () => act().fails('execution', failure('unavailable', 'breaker')),
    counts: false,
    told: undefined,
  },
  {
    name: 'a tool that was changed',
    end: () => act().fails('execution', failure('denied', 'unrun')),
    counts: false,
    told: undefined,
  },
  {
    name: 'a process that was stopped',
    end: () => act().fails('execution', failure('timeout', 'standstill')),
    counts: false,
    told: 'failed',
  },
  {
    name: 'a stop before it ran',
    end: () => act().fails('execution', failure('cancelled')),
    counts: false,
    told: undefined,
  },
  {
    name: 'a stop while it ran',
    end: () => act().send({ type: 'tool.cancelled' }).ends('execution', { text: '' }),
    counts: false,
    told: 'cut',
  },
  {
    name: 'a stop of one that had not begun',
    end: () => act().send({ type: 'tool.cancelled' }).fails('execution', failure('cancelled', 'unrun')),
    counts: false,
    told: undefined,
  },
  {
    name: 'a rule',
    end: () => act(frozenCall('web_request', { facts: { refused: 'Never.' } })),
    counts: false,
    told: undefined,
  },
];

suite('failures in a row', () => {
  for (const { name, end: ended, counts } of ends)
    test(`given two errors before it, when a call ends by ${name}, then it ${counts ? 'is the third' : 'counts neither as an error nor as a success'}`, () => {
      const end = ended().output;
      assert.ok(end, 'it has ended');
      let stand: Session = thinking();
      for (const number of [1, 2])
        stand = stand.ends('completion', asks(['clock'])).ends(`call-${number}`, result({ failed: true }));
      const third = stand.ends('completion', asks(['clock'])).ends('call-3', end);
      assert.deepEqual(
        [third.context.turn?.errorsInRow, third.context.turn?.limit === null],
        counts ? [3, false] : [2, true],
      );
    });

  for (const { name, end, told } of ends)
    test(`given an act that ran unasked, when it ends by ${name}, then ${told === undefined ? 'nothing is told of it' : `it is told as ${told}`}`, () => {
      const [recorded] = end().wrote('recordToolCall');
      const unasked = recorded?.['unasked'] as Unasked | undefined;
      assert.equal(unasked?.ended, told);
      assert.equal(unasked === undefined, told === undefined);
    });

  test('given every outcome and mark, when it is counted, then only what ran to its end counts', () => {
    const outcomes: readonly ToolOutcome[] = ['done', 'failed', 'denied', 'expired', 'cancelled', 'unknown'];
    for (const outcome of outcomes)
      for (const failed of [true, false])
        for (const isExcused of [true, false]) {
          const ran = (outcome === 'done' || outcome === 'failed') && !isExcused;
          assert.equal(
            errorsAfter(2, { outcome, failed, isExcused }),
            ran ? (failed ? 3 : 0) : 2,
            `${outcome} ${failed}`,
          );
        }
  });

  test('given every kind of failure, when a breaker hears it, then only what speaks against whoever was called counts', () => {
    const breakers = createBreakers({
      store: { census: () => [], actorsIn: () => [], actor: () => undefined } as never,
      now: () => 0,
    });
    const source = { callee: () => 'tool:clock' } as unknown as EffectSource;
    const row = { address: 'a#1.0', input: '{}' } as EffectRecord;
    const heard = (ended: Failure, isAborted = false) =>
      breakers.ended(row, source, { kind: 'failed', failure: ended }, isAborted) !== undefined;
    const counted = ['unavailable', 'timeout', 'unknown', 'defect'];
    for (const kind of [
      'invalid',
      'denied',
      'exhausted',
      'unavailable',
      'timeout',
      'unknown',
      'cancelled',
      'defect',
    ] as const) {
      assert.equal(heard(failure(kind)), counted.includes(kind), kind);
      assert.equal(countsAgainstCalled(failure(kind)), counted.includes(kind), kind);
      assert.equal(
        heard(failure(kind), true),
        false,
        `${kind} of a call that was told to stop, as all are when the process ends`,
      );
      for (const cause of ['breaker', 'standstill', 'unrun'])
        assert.equal(heard(failure(kind, cause)), false, `${kind} by ${cause}`);
    }
  });
});
