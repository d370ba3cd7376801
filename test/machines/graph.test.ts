/** What holds for every chart, on every way through it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AnyStateMachine } from 'xstate';
import { createMachine } from 'xstate';
import { sessionMachine } from '../../src/machines/session/chart.ts';
import { toolCallMachine } from '../../src/machines/tool-call/chart.ts';
import { areAllRun, test as slow } from '../slow.ts';
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
import {
  approvalDeskWays,
  approvalWays,
  briefSessionWays,
  channelWays,
  circuitBreakerWays,
  consolidationWays,
  delegationWays,
  earlierApprovalWays,
  incidentWays,
  jobWays,
  observerWays,
  planWays,
  sessionWays,
  supervisorWays,
  toolCallWays,
  workerWays,
} from './ways.ts';

// no rule of this release refuses outright: that way is walked with a policy that does
const refusing = walk({ ...toolCallWays, machine: toolCallMachine.provide({ guards: { isRefused: () => true } }) });

// it has the most ways by far, so all of them are walked in the slow suite alone
const ownWays = areAllRun ? sessionWays : briefSessionWays;
// once for two suites
const sessionWalk = walk(ownWays);

const charts: readonly (readonly [WalkOptions<AnyStateMachine>, readonly string[]])[] = [
  [anyChart(ownWays), []],
  [anyChart(toolCallWays), [...refusing.taken]],
  [anyChart(approvalWays), [...walk(earlierApprovalWays).taken]],
  [anyChart(approvalDeskWays), []],
  [anyChart(channelWays), []],
  [anyChart(supervisorWays), []],
  [anyChart(circuitBreakerWays), []],
  [anyChart(incidentWays), []],
  [anyChart(jobWays), []],
  [anyChart(observerWays), []],
  [anyChart(consolidationWays), []],
  [anyChart(delegationWays), []],
  [anyChart(planWays), []],
  [anyChart(workerWays), []],
];

function anyChart<Machine extends AnyStateMachine>(options: WalkOptions<Machine>): WalkOptions<AnyStateMachine> {
  return options as unknown as WalkOptions<AnyStateMachine>;
}

for (const [options, others] of charts)
  suite(`the chart ${options.machine.id}`, () => {
    const isSession = options === anyChart(ownWays);
    const walked = isSession ? (sessionWalk as unknown as Walk<AnyStateMachine>) : walk(options);

    test('every state is reached', () => assert.deepEqual(unreached(walked), []));

    test('no state is a trap: a rest or an end can be reached from everywhere', () =>
      assert.deepEqual(traps(walked), []));

    test('whatever waits has a timer, a live child, or may wait for ever', () =>
      assert.deepEqual(waitsForNothing(walked), []));

    test('every end says how it went', () => assert.deepEqual(silentEnds(walked), []));

    test('saved and restored in any state, it does the very same', t => {
      const compared = sameAfterRestart(walked, areAllRun ? undefined : 20);
      t.diagnostic(`${options.machine.id}: ${walked.stands.size} stands, ${compared} steps compared`);
      assert.ok(compared > 0);
    });

    test('its transitions are walked', t => {
      const { share, text, missing } = coverage(options.machine, walked.taken, new Set(others));
      t.diagnostic(text);
      assert.ok(share >= 0.95, `${text}; not taken: ${missing.join('; ')}`);
    });
  });

/** Steps that ask for a model call without taking it from the budget first, or do not settle one that has ended. */
function unpaid({ edges }: Walk<typeof sessionMachine>): string[] {
  return edges.flatMap(({ from, event, to }) => {
    const at = (what: string) =>
      to.effects.findIndex(
        effect => (effect.kind === 'start' && effect.src === what) || (effect.kind === 'write' && effect.name === what),
      );
    const name = `${from?.leaf} < ${event.type}`;
    const found: string[] = [];
    if (at('completion') >= 0 && !(at('reserveSpend') >= 0 && at('reserveSpend') < at('completion')))
      found.push(`${name}: a call that was not taken`);
    const refused = (event['error'] as { readonly cause?: string } | undefined)?.cause?.startsWith('budget.');
    if (/^xstate\.(done|error)\.actor\.completion$/.test(event.type) && !refused && at('settleSpend') < 0)
      found.push(`${name}: an end that was not settled`);
    return found;
  });
}

suite('the budget of a session', () => {
  test('given every way through the chart, when a model is asked, then it is taken from the budget first, and its end is settled', t => {
    const calls = sessionWalk.edges.filter(({ to }) => 'completion' in to.children).length;
    t.diagnostic(`${calls} steps with a model call under way`);
    assert.ok(calls > 100);
    assert.deepEqual(unpaid(sessionWalk), []);
  });

  for (const [what, patch] of [
    [
      'the reservation',
      (config: SpendingConfig) => {
        config.states.thinking.states.completing.entry.pop();
      },
    ],
    [
      'the settlement of a failure',
      (config: SpendingConfig) => {
        for (const transition of config.states.thinking.states.completing.on['xstate.error.actor.completion'])
          if (Array.isArray(transition.actions) && transition.actions.length > 2) transition.actions.shift();
      },
    ],
  ] as const)
    slow(`given a copy of the chart without ${what}, when it is walked, then this is found`, () => {
      const config = copied(sessionMachine.config) as typeof sessionMachine.config;
      patch(config as unknown as SpendingConfig);
      const broken = createMachine(config as never, sessionMachine.implementations as never);
      // the owner's words alone are ways enough: all of them twice are more than a process holds
      const events: typeof sessionWays.events = stand => sessionWays.events(stand).slice(0, 1);
      const found = unpaid(walk({ ...sessionWays, events, machine: broken as unknown as typeof sessionMachine }));
      assert.notDeepEqual(found, []);
    });
});

/** The places of the session chart where money is counted. */
interface SpendingConfig {
  readonly states: {
    readonly thinking: {
      readonly states: {
        readonly completing: {
          readonly entry: unknown[];
          readonly on: { readonly 'xstate.error.actor.completion': { readonly actions?: unknown[] }[] };
        };
      };
    };
  };
}

/** A deep copy that keeps functions as they are. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner)]));
}
