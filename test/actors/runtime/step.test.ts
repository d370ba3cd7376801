/** What step.ts leans on in XState, pinned: an upgrade that changes any of it fails here first. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type AnyStateMachine, assign, sendParent, setup } from 'xstate';
import {
  type Effect,
  firstStep,
  leafOf,
  load,
  nextStep,
  persisted,
  recorder,
  withChildren,
} from '../../../src/actors/runtime/step.ts';
import { actorAt, needs } from '../../../src/machines/needs.ts';

const machine = setup({
  types: {
    context: {} as { readonly count: number },
    events: {} as
      | { readonly type: 'raise' }
      | { readonly type: 'later' }
      | { readonly type: 'send' }
      | { readonly type: 'parent' }
      | { readonly type: 'spawn' }
      | { readonly type: 'stop' }
      | { readonly type: 'emit' }
      | { readonly type: 'write' }
      | { readonly type: 'enter' }
      | { readonly type: 'exit' }
      | { readonly type: 'back' }
      | { readonly type: 'bad' }
      | { readonly type: 'raised' },
    emitted: {} as { readonly type: 'news'; readonly count: number },
  },
  actors: { job: needs<number, { of: number }>('job') },
  actions: { note: (_, _params: { readonly text: string }) => {} },
  delays: { soon: 5_000 },
});

const chart = machine.createMachine({
  id: 'chart',
  context: { count: 0 },
  initial: 'rest',
  states: {
    rest: {
      on: {
        raise: { actions: machine.raise({ type: 'raised' }) },
        raised: { actions: assign({ count: ({ context }) => context.count + 1 }) },
        later: { actions: machine.raise({ type: 'raised' }, { delay: 1_000, id: 'later' }) },
        send: { actions: machine.sendTo(actorAt('other:1'), { type: 'hello' }) },
        parent: { actions: sendParent({ type: 'hello' }) },
        spawn: { actions: machine.spawnChild('job', { id: 'j', input: { of: 7 } }) },
        stop: { actions: machine.stopChild('j') },
        emit: { actions: machine.emit(({ context }) => ({ type: 'news', count: context.count })) },
        write: { actions: { type: 'note', params: ({ context }) => ({ text: `count ${context.count}` }) } },
        bad: {
          actions: assign(() => ({
            count:
              Number.NaN /
              (() => {
                throw new Error('guarded');
              })(),
          })),
        },
        enter: 'box',
        back: 'box.remembered',
      },
    },
    box: {
      initial: 'one',
      on: { exit: 'rest' },
      states: {
        one: { after: { soon: 'two' } },
        two: { invoke: { id: 'invoked', src: 'job', input: { of: 1 }, onDone: 'one', onError: 'one' } },
        remembered: { type: 'history', target: 'one' },
      },
    },
  },
}) as unknown as AnyStateMachine;

function begin() {
  const record = recorder('chart:1', 'parent:1');
  return { record, first: firstStep(chart, record, undefined) };
}

function effectsOf(type: string): readonly Effect[] {
  const { record, first } = begin();
  return nextStep(chart, record, first.snapshot, { type }, {}).effects;
}

suite('a step as data', () => {
  test('a raise without delay is handled within the macrostep, and its path is recorded', () => {
    const { record, first } = begin();
    const step = nextStep(chart, record, first.snapshot, { type: 'raise' }, {});
    assert.equal((step.snapshot.context as { count: number }).count, 1);
    assert.deepEqual(step.effects, []);
    assert.deepEqual(step.path, [
      ['chart.rest', 'chart.rest', 'raise'],
      ['chart.rest', 'chart.rest', 'raised'],
    ]);
  });

  test('each built-in action becomes the effect the host knows', () => {
    assert.deepEqual(effectsOf('later'), [
      { kind: 'schedule', id: 'later', to: { address: 'chart:1' }, event: { type: 'raised' }, delayMs: 1_000 },
    ]);
    assert.deepEqual(effectsOf('send'), [{ kind: 'send', to: { address: 'other:1' }, event: { type: 'hello' } }]);
    assert.deepEqual(effectsOf('parent'), [{ kind: 'send', to: { address: 'parent:1' }, event: { type: 'hello' } }]);
    assert.deepEqual(effectsOf('spawn'), [{ kind: 'start', childId: 'j', src: 'job', input: { of: 7 } }]);
    assert.deepEqual(effectsOf('emit'), [{ kind: 'emit', event: { type: 'news', count: 0 } }]);
    assert.deepEqual(effectsOf('write'), [{ kind: 'write', name: 'note', params: { text: 'count 0' } }]);
  });

  test('entering and leaving a state with `after` sets and cancels its timer', () => {
    const { record, first } = begin();
    const entered = nextStep(chart, record, first.snapshot, { type: 'enter' }, {});
    assert.deepEqual(entered.effects, [
      {
        kind: 'schedule',
        id: 'xstate.after.soon.chart.box.one',
        to: { address: 'chart:1' },
        event: { type: 'xstate.after.soon.chart.box.one' },
        delayMs: 5_000,
      },
    ]);
    const left = nextStep(chart, record, entered.snapshot, { type: 'exit' }, {});
    assert.deepEqual(left.effects, [{ kind: 'cancel', id: 'xstate.after.soon.chart.box.one' }]);
  });

  test('an invoke starts its child and stops it on the way out; its end is an event like any other', () => {
    const { record, first } = begin();
    const entered = nextStep(chart, record, first.snapshot, { type: 'enter' }, {});
    const fired = nextStep(chart, record, entered.snapshot, { type: 'xstate.after.soon.chart.box.one' }, {});
    assert.deepEqual(
      fired.effects.map(effect => effect.kind),
      ['cancel', 'start'],
    );
    const children = { invoked: { address: 'chart:1#3.1', src: 'job' } };
    const two = withChildren(fired.snapshot, children);
    const done = nextStep(
      chart,
      record,
      two,
      { type: 'xstate.done.actor.invoked', output: 3, actorId: 'invoked' },
      children,
    );
    assert.equal(leafOf(done.snapshot.value), 'box.one');
    assert.deepEqual(
      done.effects.map(effect => effect.kind),
      ['stop', 'schedule'],
    );
  });

  test("what is stored is XState's own persisted snapshot, to the letter, but for the children", () => {
    const { record, first } = begin();
    const entered = nextStep(chart, record, first.snapshot, { type: 'enter' }, {});
    const out = nextStep(chart, record, entered.snapshot, { type: 'exit' }, {});
    for (const { snapshot } of [first, entered, out]) {
      const { children: _, ...own } = chart.getPersistedSnapshot(snapshot as never) as unknown as { children: unknown };
      assert.equal(JSON.stringify(persisted(chart, snapshot)), JSON.stringify(own));
    }
  });

  test('history survives JSON', () => {
    const { record, first } = begin();
    const entered = nextStep(chart, record, first.snapshot, { type: 'enter' }, {});
    const two = nextStep(chart, record, entered.snapshot, { type: 'xstate.after.soon.chart.box.one' }, {});
    const children = { invoked: { address: 'x', src: 'job' } };
    const out = nextStep(chart, record, withChildren(two.snapshot, children), { type: 'exit' }, children);
    const again = load(chart, record, JSON.parse(JSON.stringify(persisted(chart, out.snapshot))), {});
    assert.equal(leafOf(nextStep(chart, record, again, { type: 'back' }, {}).snapshot.value), 'box.two');
  });

  test('a throw in the chart is thrown, and the snapshot before it is untouched', () => {
    const { record, first } = begin();
    assert.throws(() => nextStep(chart, record, first.snapshot, { type: 'bad' }, {}), /guarded/);
    assert.equal(first.snapshot.status, 'active');
    assert.deepEqual(nextStep(chart, record, first.snapshot, { type: 'write' }, {}).effects.length, 1);
  });

  test('an error without a handler is thrown too', () => {
    const { record, first } = begin();
    assert.throws(
      () => nextStep(chart, record, first.snapshot, { type: 'xstate.error.actor.j', error: new Error('unheard') }, {}),
      /unheard/,
    );
  });

  test('what is spawned inside assign is refused, since nothing could be recorded of it', () => {
    const hidden = setup({ actors: { job: needs<number, void>('job') } }).createMachine({
      id: 'hidden',
      context: {},
      on: { go: { actions: assign(({ spawn }) => ({ ref: spawn('job', { id: 'secret' }) })) } },
    }) as unknown as AnyStateMachine;
    const record = recorder('hidden:1', null);
    const { snapshot } = firstStep(hidden, record, undefined);
    assert.throws(() => nextStep(hidden, record, snapshot, { type: 'go' }, {}), /spawned inside assign/);
  });

  test('a state the machine does not know cannot be loaded', () => {
    const { record, first } = begin();
    const state = { ...(JSON.parse(JSON.stringify(persisted(chart, first.snapshot))) as object), value: 'gone' };
    assert.throws(() => load(chart, record, state, {}), /gone/);
  });
});
