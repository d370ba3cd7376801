/**
 * What the Actor screen reckons with, without a screen: lamps, differences, folded lines, relations, the scale of the
 * strip.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chartOf } from '../../../../../inspector/charts/chart.ts';
import type { JournalEntry } from '../../../../../src/domain/supervision/view.ts';
import { everything } from '../../../charts/everything.ts';

/** A module of the page; it is plain JavaScript, so its shapes are those its comments name. */
const part = (name: string) =>
  import(new URL(`../../../../../inspector/page/screens/actor/${name}.js`, import.meta.url).href);
const { lightsOf, enteredAt } = await part('chart/lights');
const { snapshotDiff } = await part('state/diff');
const { timelineRows } = await part('timeline/timeline-rows');
const { childrenIn, messagesIn } = await part('relations/relations');
const { scrubScale, indexAt } = await part('timeline/scrub-scale');
const { mayStartFresh, whyNot } = await part('header/verbs');
const { mayStartFresh: startsFresh, verbsFor } = await import('../../../../../src/domain/supervision/admin.ts');

const model = chartOf(everything);
const sorted = (set: Iterable<string>) => [...set].sort();

function entry(seq: number, type: string, more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    seq,
    at: seq * 1_000,
    event: { type },
    to: 'idle',
    leaf: 'idle',
    path: [],
    hash: 'h',
    codeHash: 'c',
    ...more,
  };
}

suite('the lamps of a chart', () => {
  test('given a plain state, when it is looked up, then it and what leads on from it are alight', () => {
    const lights = lightsOf(model, 'idle', [['everything.^', 'everything.idle', 'xstate.init']]);
    assert.deepEqual(sorted(lights.active), ['everything', 'everything.idle']);
    assert.deepEqual(sorted(lights.leaves), ['everything.idle']);
    assert.deepEqual(sorted(lights.can), [
      'everything.* -> everything.ended',
      'everything.idle -> everything.both',
      'everything.idle -> everything.ended',
      'everything.idle -> everything.idle',
    ]);
    assert.deepEqual(lights.tags, ['resting']);
  });

  test('given parallel regions, when they are looked up, then each has its innermost state', () => {
    const lights = lightsOf(model, { both: { left: 'off', right: 'on' } }, []);
    assert.deepEqual(sorted(lights.leaves), ['everything.both.left.off', 'everything.both.right.on']);
    assert.ok(lights.active.has('everything.both') && lights.active.has('everything.both.left'));
  });

  test('given the way of a step, when it is looked up, then its arrows are alight, also one that starts in any state', () => {
    const lights = lightsOf(model, 'ended', [
      ['everything.idle', 'everything.both', 'go'],
      ['everything', 'everything.ended', 'stop'],
    ]);
    assert.deepEqual(sorted(lights.hot), ['everything.* -> everything.ended', 'everything.idle -> everything.both']);
    assert.equal(lightsOf(model, 'ended', [], true).can.size, 0, 'what has ended goes nowhere');
  });

  test('given a value of another version, when it is looked up, then what is known of it is alight and nothing breaks', () => {
    assert.deepEqual(sorted(lightsOf(model, { gone: 'away' }, []).leaves), ['everything']);
    assert.deepEqual(sorted(lightsOf(model, undefined, []).leaves), ['everything']);
  });

  test('given a state in which something runs, when its journal is read, then it runs since the last time the state was entered', () => {
    const node = { ...model.nodes[0], id: 'm.a', parent: 'm', invokes: [{ id: 'x', src: 'x' }] };
    const inner = { ...node, id: 'm.a.b', parent: 'm.a', invokes: [] };
    const nested = { ...model, nodes: [node, inner] };
    const entries = [
      entry(1, 'one', { path: [['m.z', 'm.a', 'one']] }),
      entry(2, 'two', { path: [['m.z', 'm.a.b', 'two']] }),
      entry(3, 'three', { path: [['m.a.b', 'm.a.c', 'three']] }),
    ];
    assert.deepEqual([...enteredAt(nested, { active: new Set(['m.a']) }, entries)], [['m.a', 2_000]]);
    assert.deepEqual([...enteredAt(nested, { active: new Set() }, entries)], []);
  });
});

test('given two states of an actor, when they are compared, then the value comes first and whole, and only what differs is told', () => {
  const before = {
    context: { steps: 1, open: { a: 1 }, list: [1, 2] },
    value: { thinking: 'completing' },
    status: 'active',
  };
  const after = { context: { steps: 2, open: {}, list: [1, 3] }, value: { acting: 'running' }, status: 'active' };
  assert.deepEqual(
    snapshotDiff(before, after).map(({ path, kind, before: was, after: is }: Record<string, unknown>) => [
      (path as string[]).join('.'),
      kind,
      was,
      is,
    ]),
    [
      ['value', 'changed', { thinking: 'completing' }, { acting: 'running' }],
      ['context.steps', 'changed', 1, 2],
      ['context.open.a', 'removed', 1, undefined],
      ['context.list.1', 'changed', 2, 3],
    ],
  );
  assert.deepEqual(snapshotDiff(before, structuredClone(before)), []);
  assert.equal(snapshotDiff(null, after)[0]?.kind, 'changed', 'before the first step there was nothing');
});

suite('the lines of a timeline', () => {
  const retry = (seq: number) => [
    entry(seq, 'xstate.error.actor.completion', { from: 'thinking.completing', leaf: 'thinking.backingOff' }),
    entry(seq + 1, 'xstate.after.backoff', { from: 'thinking.backingOff', leaf: 'thinking.completing' }),
  ];
  const entries = [entry(1, 'xstate.init'), ...[2, 4, 6, 8].flatMap(retry), entry(10, 'message.received')];
  const all = { filter: '', importance: 'all' };

  test('given a retry that repeats itself, when the lines are made, then it is one line that says how often, until it is unfolded', () => {
    const lines = timelineRows(entries, all) as { entry: JournalEntry; times: number; folded: JournalEntry[] }[];
    assert.deepEqual(
      lines.map(({ entry: { seq }, times }) => [seq, times]),
      [
        [1, 1],
        [9, 4],
        [10, 1],
      ],
    );
    assert.equal(lines[1]?.folded.length, 8);
    assert.equal(timelineRows(entries, { ...all, isUnfolded: (first: number) => first === 2 }).length, entries.length);
  });

  test('given a filter, when the lines are made, then only what fits is there', () => {
    assert.deepEqual(
      timelineRows(entries, { ...all, importance: 'failures' }).map((line: { times: number }) => line.times),
      [4],
    );
    assert.equal(timelineRows(entries, { ...all, filter: 'Message' }).length, 1);
    assert.equal(timelineRows([entry(5, 'tick')], { ...all, importance: 'moves' }).length, 0);
  });
});

test('given what steps asked for, when it is read, then it is known who was started, how they ended, and what was sent and received', () => {
  const entries = [
    entry(1, 'xstate.init', {
      requests: [
        { start: 'recall', src: 'recall', address: 'a:1#1.0' },
        { send: 'supervisor', event: 'report.raised' },
      ],
    }),
    entry(2, 'xstate.done.actor.recall', {
      event: { type: 'xstate.done.actor.recall', from: 'a:1#1.0' },
      source: 'a:1#1.0',
      requests: [
        { start: 'call-1', src: 'tool-call', address: 'tool-call:x' },
        { write: 'appendMessage', row: 'm1' },
      ],
    }),
    entry(3, 'turn.aborted', { source: 'channel:web', requests: [{ stop: 'call-1' }] }),
  ];
  assert.deepEqual(childrenIn(entries), [
    { childId: 'recall', src: 'recall', address: 'a:1#1.0', at: 1_000, end: { at: 2_000, how: 'done' } },
    { childId: 'call-1', src: 'tool-call', address: 'tool-call:x', at: 2_000, end: { at: 3_000, how: 'stopped' } },
  ]);
  assert.deepEqual(
    messagesIn(entries).map(({ seq, type, other, isSent }: Record<string, unknown>) => [
      seq,
      isSent ? 'to' : 'from',
      other,
      type,
    ]),
    [
      [1, 'to', 'supervisor', 'report.raised'],
      [2, 'from', 'a:1#1.0', 'xstate.done.actor.recall'],
      [3, 'from', 'channel:web', 'turn.aborted'],
    ],
  );
});

test('given a night between two busy seconds, when the strip is scaled, then the busy steps can still be hit', () => {
  const entries = [0, 100, 200, 300, 30_000_000, 30_000_100].map(at => ({ at }));
  const scale = scrubScale(entries, 30_000_200) as number[];
  assert.deepEqual([scale[0], scale.at(-1)], [0, 1]);
  for (const [index, start] of scale.slice(0, -1).entries()) {
    const width = (scale[index + 1] ?? 1) - start;
    assert.ok(width > 0.02, `step ${index} has ${width}`);
    assert.equal(indexAt(scale, start + width / 2), index);
  }
  assert.deepEqual(scrubScale([], 1), [0]);
});

test('given an actor of every status, when an act is offered, then the page and Straylight agree on whether it can be done', () => {
  for (const status of ['active', 'done', 'suspended', 'quarantined', 'stopped'] as const) {
    for (const id of [
      'session:web:main',
      'channel:web',
      'approval-desk',
      'circuit-breaker:model:ollama/qwen3',
      'job:water',
      'observer:a',
    ]) {
      const agent = verbsFor(status, id);
      for (const verb of ['suspend', 'resume', 'release', 'retry', 'restart', 'stop'] as const)
        assert.equal(whyNot(verb, status, id) === undefined, agent[verb], `${verb} of ${id}, ${status}`);
      assert.equal(mayStartFresh(status, id), startsFresh(status, id), `fresh ${id}, ${status}`);
    }
  }
});
