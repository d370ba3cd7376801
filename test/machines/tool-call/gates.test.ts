/**
 * That a call gates are for runs only after they were asked, and never after a no, whatever else happens on the way.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { toolCallMachine } from '../../../src/machines/tool-call/chart.ts';
import { frozenCall } from '../talk.ts';
import { type Edge, walk } from '../walk.ts';
import { toolCallWays } from '../ways.ts';

type Way = Edge<typeof toolCallMachine>;

const onwards = /^(acting|waitingForInput|thinking\.weighing)/;
const runs = (to: Way['to']) =>
  to.leaf.startsWith('acting') || to.effects.some(effect => effect.kind === 'write' && effect.name === 'recordTool');

/** Steps that should not be: each in words. */
function holes(machine: typeof toolCallMachine): readonly string[] {
  return walk({ ...toolCallWays, machine }).edges.flatMap(({ from, event, to }) => {
    const { call, gate } = to.context;
    const isGated = 'facts' in call && (call.facts.gates ?? []).length > 0;
    const way = `${from?.leaf ?? 'birth'} < ${event.type} > ${to.leaf}`;
    const said = (event['output'] as { readonly verdict?: string } | undefined)?.verdict;
    const isYes = event.type === 'xstate.done.actor.gating' && (said === 'pass' || said === 'require_approval');
    const wasAsked = from?.leaf === 'thinking.gating' && /^xstate\.(done|error)\.actor\.gating$/.test(event.type);
    return [
      ...(isGated && !gate && (onwards.test(to.leaf) || runs(to)) ? [`${way}: no gate was asked`] : []),
      ...(wasAsked && !isYes && to.leaf !== 'denied' ? [`${way}: a no that is none`] : []),
      ...(wasAsked && isYes && said === 'require_approval' && runs(to) ? [`${way}: it was to be asked about`] : []),
      ...(gate?.verdict === 'require_approval' && from?.leaf === 'thinking.weighing' && runs(to)
        ? [`${way}: a standing approval answers for a gate`]
        : []),
    ];
  });
}

suite('gates before a tool', () => {
  test('given every way through the chart, when a call has gates, then it goes on only by their yes', t => {
    const asked = walk(toolCallWays).edges.filter(({ from }) => from?.leaf === 'thinking.gating').length;
    t.diagnostic(`${asked} ways out of the gates`);
    assert.ok(asked > 10);
    assert.deepEqual(holes(toolCallMachine), []);
  });

  const broken = {
    'the gates left out': { isGated: () => false },
    'a no taken for a yes': { isPassed: () => true },
    'a standing approval that answers for a gate': { isStanding: () => true },
  };
  for (const [what, guards] of Object.entries(broken))
    test(`given a chart with ${what}, when it is walked, then this is found`, () => {
      assert.notDeepEqual(holes(toolCallMachine.provide({ guards }) as typeof toolCallMachine), []);
    });

  test('given a call without gates, when it is made, then none is asked and nothing is paid for it', () => {
    const stands = walk({
      ...toolCallWays,
      inputs: [{ ...toolCallWays.inputs[0], call: frozenCall('clock', { effect: 'read' }) }],
    });
    for (const { to } of stands.edges) assert.ok(!Object.values(to.children).some(({ src }) => src === 'gating'));
  });
});
