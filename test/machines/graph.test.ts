/** What holds for every chart, on every way through it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AnyStateMachine } from 'xstate';
import { createMachine } from 'xstate';
import { toolCallMachine } from '../../src/machines/tool-call.ts';
import {
  coverage,
  sameAfterRestart,
  silentEnds,
  traps,
  unreached,
  type Walk,
  type WalkOptions,
  waitsForNothing,
  walk,
} from './walk.ts';
import { approvalWays, channelWays, sessionWays, supervisorWays, toolCallWays } from './ways.ts';

// no rule of this release refuses outright: that way is walked with a policy that does
const refusing = walk({ ...toolCallWays, machine: toolCallMachine.provide({ guards: { isRefused: () => true } }) });

const charts: readonly (readonly [WalkOptions<AnyStateMachine>, readonly string[]])[] = [
  [anyChart(sessionWays), []],
  [anyChart(toolCallWays), [...refusing.taken]],
  [anyChart(approvalWays), []],
  [anyChart(channelWays), []],
  [anyChart(supervisorWays), []],
];

function anyChart<Machine extends AnyStateMachine>(options: WalkOptions<Machine>): WalkOptions<AnyStateMachine> {
  return options as unknown as WalkOptions<AnyStateMachine>;
}

for (const [options, others] of charts)
  suite(`the chart ${options.machine.id}`, () => {
    const walked = walk(options);

    test('every state is reached', () => assert.deepEqual(unreached(walked), []));

    test('no state is a trap: a rest or an end can be reached from everywhere', () =>
      assert.deepEqual(traps(walked), []));

    test('whatever waits has a timer, a live child, or may wait for ever', () =>
      assert.deepEqual(waitsForNothing(walked), []));

    test('every end says how it went', () => assert.deepEqual(silentEnds(walked), []));

    test('saved and restored in any state, it does the very same', t => {
      const compared = sameAfterRestart(walked);
      t.diagnostic(`${options.machine.id}: ${walked.stands.size} stands, ${compared} steps compared`);
      assert.ok(compared > 0);
    });

    test('its transitions are walked', t => {
      const { share, text, missing } = coverage(options.machine, walked.taken, new Set(others));
      t.diagnostic(text);
      assert.ok(share >= 0.95, `${text}; not taken: ${missing.join('; ')}`);
    });
  });

/** Steps into `acting` that neither a verdict nor an approval allowed. */
function unallowed({ edges }: Walk<typeof toolCallMachine>): string[] {
  return edges
    .filter(({ to, event }) => {
      const enters = to.path.some(([, target]) => target === 'tool-call.acting');
      const approved =
        event.type === 'xstate.done.actor.approval' && (event['output'] as { outcome: string }).outcome === 'granted';
      return enters && !approved && to.context.verdict?.verdict !== 'allow';
    })
    .map(({ to, event }) => `${event.type} → ${to.leaf}`);
}

suite('the gate of a tool call', () => {
  test('given every way through the chart, when one enters acting, then a verdict allows it or an approval was granted', () => {
    const walked = walk(toolCallWays);
    assert.ok(walked.edges.some(({ to }) => to.leaf === 'acting.executing'));
    assert.deepEqual(unallowed(walked), []);
  });

  type Config = typeof toolCallMachine.config;
  const patches: readonly (readonly [string, (config: Patchable) => void])[] = [
    [
      'the verdict',
      config => {
        const allowed = config.states.thinking.always.find(({ guard }) => guard === 'isAllowed');
        assert.ok(allowed);
        delete allowed.guard;
      },
    ],
    [
      'the approval',
      config => {
        const [granted] = config.states.waitingForInput.states.approval.invoke.onDone;
        assert.ok(granted?.guard);
        delete granted.guard;
      },
    ],
  ];
  for (const [what, patch] of patches)
    test(`given a copy of the chart without the guard of ${what}, when it is walked, then this is found`, () => {
      const config = copied(toolCallMachine.config) as Config;
      patch(config as unknown as Patchable);
      const broken = createMachine(config as never, toolCallMachine.implementations as never);
      const found = unallowed(walk({ ...toolCallWays, machine: broken as unknown as typeof toolCallMachine }));
      assert.notDeepEqual(found, []);
    });
});

interface Guarded {
  guard?: unknown;
}

/** The two places where the gate stands. */
interface Patchable {
  readonly states: {
    readonly thinking: { readonly always: readonly Guarded[] };
    readonly waitingForInput: {
      readonly states: { readonly approval: { readonly invoke: { readonly onDone: readonly Guarded[] } } };
    };
  };
}

/** A deep copy that keeps functions as they are. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner)]));
}
