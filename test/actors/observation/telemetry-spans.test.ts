/** Spans from rows alone: what is read, and what is not, where nobody wants to know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SpanRows, turnPlace } from '../../../src/actors/observation/spans.ts';
import { followSpans, type SpanDetail } from '../../../src/actors/observation/tracing.ts';
import { createFeed } from '../../../src/actors/runtime/feed.ts';
import { noUsage } from '../../../src/domain/conversation/message.ts';
import type { Span } from '../../../src/domain/supervision/span.ts';
import type { TurnRecord } from '../../../src/ports/conversation-store.ts';
import type { ActorRecord, JournalRecord } from '../../../src/ports/store.ts';

const session = 'session:web:main';

/** The journal of one session, committed step by step into a feed. */
function told(detail: SpanDetail) {
  const journal: JournalRecord[] = [];
  const turns = new Map<string, TurnRecord>();
  const spans: Span[] = [];
  let reads = 0;
  const rows: SpanRows = {
    actor: () => assert.fail('no row of an actor is needed'),
    journal(address, { before = Number.MAX_SAFE_INTEGER, limit }) {
      reads += 1;
      return journal.filter(entry => entry.address === address && entry.seq < before).slice(-limit);
    },
    turn: id => turns.get(id),
  };
  const feed = createFeed(error => assert.fail(String(error)));
  followSpans({ feed, rows, agent: 'Ada', detail, onSpan: span => spans.push(span) });
  return {
    spans,
    reads: () => reads,
    end(id: string, outcome: TurnRecord['outcome']) {
      turns.set(id, {
        id,
        session,
        outcome,
        reply: null,
        model: 'ollama/q',
        usage: noUsage,
        startedAt: 1,
        endedAt: 9,
      });
    },
    step(at: number, event: object & { readonly type: string }, asked: readonly string[], turn: string | null = null) {
      const seq = journal.length + 1;
      const entry: JournalRecord = {
        address: session,
        seq,
        at,
        event: JSON.stringify(event),
        effects: JSON.stringify(asked),
        value: '"x"',
        path: '[]',
        micros: 250,
        hash: '',
        code: '',
      };
      journal.push(entry);
      const state = JSON.stringify({ value: 'x', context: { turn: turn === null ? null : { id: turn } } });
      const row = {
        address: session,
        machine: 'session',
        status: 'active',
        lastEvent: event.type,
        state,
        seq,
        lastAt: at,
      };
      feed.publish({ kind: 'step', row: row as ActorRecord, entry });
    },
  };
}

const start = (name: string, src: string, seq: number) => `start ${name} ${src} ${session}#${seq}.0`;
const done = (seq: number, name = 'completion') => ({
  type: `xstate.done.actor.${name}`,
  from: `${session}#${seq}.0`,
  output: { model: 'ollama/q', usage: noUsage },
});

test('given neither exporter nor metrics, when a healthy turn goes by, then no row is read but that of the turn that ended', () => {
  const { step, end, spans, reads } = told('turns');
  step(1, { type: 'message.received' }, ['write beginTurn T1', start('completion', 'completion', 1)], 'T1');
  step(5, done(1), ['stop completion', 'write addUsage T1'], 'T1');
  end('T1', 'done');
  step(9, { type: 'xstate.done.actor.evaluation' }, ['write endTurn T1']);
  assert.equal(reads(), 0);
  assert.deepEqual(
    spans.map(({ name }) => name),
    ['invoke_agent Ada'],
  );
});

test('given a turn that was begun while another was being stopped, when its calls end, then each is a span of its own turn', () => {
  const { step, end, spans } = told('calls');
  step(1, { type: 'message.received' }, ['write beginTurn T1', start('completion', 'completion', 1)], 'T1');
  step(2, { type: 'turn.aborted' }, ['stop completion'], 'T1');
  step(3, { type: 'message.received' }, ['write beginTurn T2'], 'T1');
  end('T1', 'cancelled');
  step(4, { type: 'xstate.done.actor.call-1' }, ['write endTurn T1'], 'T2');
  step(5, { type: 'tick' }, [start('completion', 'completion', 5)], 'T2');
  step(7, done(5), ['stop completion'], 'T2');
  end('T2', 'done');
  step(9, { type: 'xstate.done.actor.evaluation' }, ['write endTurn T2']);
  const [first, second] = ['T1', 'T2'].map(turn => turnPlace(turn).traceId);
  assert.deepEqual(
    spans.map(({ name, traceId, attributes }) => [name, traceId, attributes['error.type']]),
    [
      ['completion', first, 'cancelled'],
      ['chat', first, 'cancelled'],
      ['invoke_agent Ada', first, 'cancelled'],
      ['completion', second, undefined],
      ['chat q', second, undefined],
      ['invoke_agent Ada', second, undefined],
    ],
  );
});

test('given every step as a span, when a failed call ends, then step, call and model call say when, how long and what kind of failure', () => {
  const { step, spans } = told('steps');
  step(100, { type: 'message.received' }, ['write beginTurn T1', start('completion', 'completion', 1)], 'T1');
  const error = { kind: 'timeout', message: 'it did not answer, says somebody', model: 'ollama/q' };
  step(160, { type: 'xstate.error.actor.completion', from: `${session}#1.0`, error } as never, [], 'T1');
  const turn = turnPlace('T1');
  const [begun, ended, effect, call] = spans;
  for (const span of [begun, ended, effect])
    assert.deepEqual([span?.traceId, span?.parentSpanId], [turn.traceId, turn.spanId]);
  assert.equal(call?.parentSpanId, effect?.spanId);
  assert.deepEqual([begun?.name, begun?.startedAt, begun?.endedAt], ['step session message.received', 100, 100.25]);
  assert.deepEqual([effect?.startedAt, effect?.endedAt, effect?.attributes['error.type']], [100, 160, 'timeout']);
  assert.deepEqual([call?.name, call?.attributes['gen_ai.provider.name']], ['chat q', 'ollama']);
  assert.ok(!JSON.stringify(spans).includes('somebody'));
});
