/** What is said to hold for every chart is found where it does not: each property against a chart that breaks it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type AnyStateMachine, createMachine, setup } from 'xstate';
import {
  coverage,
  sameAfterRestart,
  silentEnds,
  traps,
  unreached,
  type WalkOptions,
  waitsForNothing,
  walk,
} from './walk.ts';

function ways(machine: unknown): WalkOptions<AnyStateMachine> {
  return {
    machine: machine as AnyStateMachine,
    address: 'bad:1',
    inputs: [{}],
    events: () => [{ type: 'go' }, { type: 'on' }],
    outputs: {},
    failures: {},
    view: () => null,
  };
}

const states = { start: { on: { go: 'end' }, tags: ['resting'] }, end: { type: 'final' } } as const;

suite('a walk finds', () => {
  test('a state that no way enters, and a transition that none takes', () => {
    const machine = createMachine({
      id: 'bad',
      initial: 'start',
      states: { ...states, island: { on: { go: 'end' } } },
    });
    const walked = walk(ways(machine));
    assert.deepEqual(unreached(walked), ['bad.island']);
    const { share, missing } = coverage(walked.machine, walked.taken);
    assert.deepEqual([share, missing], [0.5, ['bad.island go 0']]);
  });

  test('a state that nothing leads out of, though it waits for a timer', () => {
    const trap = { after: { 1000: { target: 'trap', reenter: true } } };
    const machine = createMachine({
      id: 'bad',
      initial: 'start',
      states: { ...states, start: { on: { go: 'trap' } }, trap },
    });
    const walked = walk(ways(machine));
    assert.equal(traps(walked).length, 2, 'and the state whose only way leads there');
    assert.deepEqual(waitsForNothing(walked), ['start']);
  });

  test('a rest that no event ever ends', () => {
    const machine = createMachine({ id: 'bad', initial: 'start', states: { start: { tags: ['resting'] } } });
    assert.equal(traps(walk(ways(machine))).length, 1);
  });

  test('an end that does not say how it went', () => {
    const machine = createMachine({ id: 'bad', initial: 'start', states });
    assert.deepEqual(silentEnds(walk(ways(machine))), ['end']);
    const saying = createMachine({ id: 'bad', initial: 'start', states, output: { outcome: 'done' } });
    assert.deepEqual(silentEnds(walk(ways(saying))), []);
  });

  test('a context that JSON changes', () => {
    const base = setup({ types: { context: {} as { readonly since: Date } } });
    const machine = base.createMachine({
      id: 'bad',
      context: { since: new Date(0) },
      initial: 'start',
      states: {
        start: {
          tags: ['resting'],
          on: { go: { guard: ({ context }) => context.since instanceof Date, target: 'end' } },
        },
        end: { type: 'final' },
      },
    });
    assert.throws(() => sameAfterRestart(walk(ways(machine))), /start < go/);
  });

  test('a chart that throws, with the way that led there', () => {
    const machine = createMachine({
      id: 'bad',
      initial: 'start',
      states: {
        start: { on: { go: 'second' } },
        second: {
          on: {
            on: {
              guard: () => {
                throw new Error('it broke');
              },
              target: 'start',
            },
          },
        },
      },
    });
    assert.throws(() => walk(ways(machine)), /go → on: .*it broke/s);
  });

  test('a view that does not bound it', () => {
    const base = setup({ types: { context: {} as { readonly count: number } } });
    const machine = base.createMachine({
      id: 'bad',
      context: { count: 0 },
      on: { go: { actions: base.assign({ count: ({ context }) => context.count + 1 }) } },
    });
    const options = { ...ways(machine), view: (context: { readonly count: number }) => context.count, limit: 50 };
    assert.throws(() => walk(options), /more than 50 stands/);
  });
});
