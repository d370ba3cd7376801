/**
 * Nothing that asks runs without a yes: on every way through the charts of a tool call and of an approval, and no
 * longer once any one of the guards is taken out.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { judgeAnswer } from '../../../src/domain/approvals/answer.ts';
import { approvalMachine } from '../../../src/machines/approval/chart.ts';
import { toolCallMachine } from '../../../src/machines/tool-call/chart.ts';
import { type Edge, type Walk, walk } from '../walk.ts';
import { approvalWays, toolCallWays } from '../ways.ts';

type Call = typeof toolCallMachine;
type Approval = typeof approvalMachine;

const enters = (edge: Edge<Call> | Edge<Approval>, state: string) =>
  edge.to.path.some(([, target]) => target === state) && edge.from?.leaf !== edge.to.leaf;
const outputOf = (edge: Edge<Call> | Edge<Approval>) => (edge.event['output'] ?? {}) as Record<string, unknown>;
const writes = ({ to }: Edge<Call>, name: string) =>
  to.effects.some(effect => effect.kind === 'write' && effect.name === name);
const named = ({ from, event, to }: Edge<Call> | Edge<Approval>) => `${from?.leaf} < ${event.type} → ${to.leaf}`;

/**
 * Steps of a tool call that a verdict, a standing approval or a grant that is used up in this very step do not allow.
 */
function unallowed({ edges }: Walk<Call>): string[] {
  const found: string[] = [];
  for (const edge of edges) {
    const { from, to, event } = edge;
    const { verdict, taint } = to.context;
    const output = outputOf(edge);
    if (enters(edge, 'tool-call.acting')) {
      const isRedeemed =
        from?.leaf === 'waitingForInput.redeeming' && output['problem'] === undefined && writes(edge, 'consumeGrant');
      const isStanding =
        from?.leaf === 'thinking.weighing' &&
        output['kind'] === 'standing' &&
        taint !== 'external' &&
        verdict?.risk !== 'irreversible' &&
        writes(edge, 'useStanding');
      if (verdict?.verdict !== 'allow' && !isRedeemed && !isStanding) found.push(named(edge));
    }
    // what is refused is not even asked about
    if (verdict?.verdict === 'deny' && (Object.keys(to.children).length > 0 || enters(edge, 'tool-call.acting')))
      found.push(`${named(edge)}, which is refused`);
    const isGranted = event.type === 'xstate.done.actor.approval' && output['outcome'] === 'granted';
    if (enters(edge, 'tool-call.waitingForInput.redeeming') && !isGranted) found.push(named(edge));
    if (output['kind'] === 'denied' && 'approval' in to.children) found.push(`${named(edge)}, denied before`);
  }
  return found;
}

/** Steps of an approval towards a yes that nobody confirmed, signed or said in time. */
function unsaid({ edges }: Walk<Approval>): string[] {
  const found: string[] = [];
  for (const edge of edges) {
    const { from, to, event } = edge;
    const { answer, digest, nonce, risk, expiresAt, undoUntil } = to.context;
    if (enters(edge, 'approval.waitingForInput.verifying')) {
      const verdict = answer && judgeAnswer({ digest, nonce, risk, expiresAt }, answer);
      if (verdict !== 'yes') found.push(`${named(edge)}, an answer that is ${verdict}`);
    }
    const isAllowed = enters(edge, 'approval.granted') || enters(edge, 'approval.holding');
    const isGenuine = event.type === 'xstate.done.actor.verification' && outputOf(edge)['genuine'] === true;
    const isTime = from?.leaf === 'holding' && event.type.startsWith('xstate.after');
    const isValid = to.at < (answer?.expiresAt ?? 0);
    if (isAllowed && !isGenuine && !(isTime && isValid)) found.push(named(edge));
    if (from?.leaf === 'holding' && to.leaf === 'denied') {
      const { decision, at } = event as { readonly decision?: string; readonly at?: number };
      const isLate = at !== undefined && at >= (from.context.undoUntil ?? 0);
      if (decision !== 'undo' || isLate || event['nonce'] === 'forged') found.push(`${named(edge)} ${undoUntil}`);
    }
  }
  return found;
}

suite('the gate of a tool call', () => {
  test('given every way through the chart, when one enters acting, then a verdict allows it, or a yes that is used up with it', t => {
    const walked = walk(toolCallWays);
    const entering = walked.edges.filter(edge => enters(edge, 'tool-call.acting'));
    t.diagnostic(`${walked.edges.length} steps, ${entering.length} of them into acting, without a yes 0`);
    assert.ok(entering.some(edge => writes(edge, 'consumeGrant')));
    assert.ok(entering.some(edge => writes(edge, 'useStanding')));
    assert.deepEqual(unallowed(walked), []);
  });

  for (const guard of ['isAllowed', 'isGranted', 'isRedeemed', 'isStanding'] as const)
    test(`given a chart without ${guard}, when it is walked, then this is found`, () => {
      const broken = toolCallMachine.provide({ guards: { [guard]: () => true } });
      assert.notDeepEqual(unallowed(walk({ ...toolCallWays, machine: broken })), []);
    });

  for (const guard of ['isDenied', 'isRefused'] as const)
    test(`given a chart that never asks ${guard}, when it is walked, then this is found`, () => {
      const broken = toolCallMachine.provide({ guards: { [guard]: () => false } });
      assert.notDeepEqual(unallowed(walk({ ...toolCallWays, machine: broken })), []);
    });
});

suite('the gate of an approval', () => {
  test('given every way through the chart, when it is granted, then the yes was in time, confirmed, signed and not taken back', t => {
    const walked = walk(approvalWays);
    const granted = walked.edges.filter(edge => enters(edge, 'approval.granted'));
    t.diagnostic(`${walked.edges.length} steps, ${granted.length} of them into granted, without a yes that counts 0`);
    assert.ok(granted.length > 0);
    assert.deepEqual(unsaid(walked), []);
  });

  for (const guard of ['isLate', 'isChanged', 'isNo', 'isUnconfirmed', 'isLapsed'] as const)
    test(`given a chart that never asks ${guard}, when it is walked, then this is found`, () => {
      const broken = approvalMachine.provide({ guards: { [guard]: () => false } });
      assert.notDeepEqual(unsaid(walk({ ...approvalWays, machine: broken })), []);
    });

  for (const guard of ['isGenuine', 'isUndo'] as const)
    test(`given a chart without ${guard}, when it is walked, then this is found`, () => {
      const broken = approvalMachine.provide({ guards: { [guard]: () => true } });
      assert.notDeepEqual(unsaid(walk({ ...approvalWays, machine: broken })), []);
    });
});
