/**
 * Whether a piece of work goes on after a conversation that did it has ended: with its agent, where its time was up, or
 * its steps or calls were used up, and neither its continuations nor its budget are; else with the agent of the
 * settings that takes over what this one did not finish. What it goes on with is made of the records.
 *
 * Loaded with the first conversation of an agent that ends.
 */
import { type AgentProfile, isOfPlan, mostContinuations, toolsWithin } from '../../domain/agents/agent.ts';
import { agentTexts } from '../../domain/agents/texts.ts';
import { mixed } from '../../domain/policy/taint.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Continuing, ContinuingInput } from '../../machines/delegation.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { Rights } from '../tools/delegated-toolbox.ts';

const longestSaid = 2_000;

/** A lookup of the chart `delegation`. `doingOf`: what a call did, by its address; undefined: that is not kept. */
export function continuing({
  ledger,
  profiles,
  read,
  doingOf,
  rightsOf,
  limits,
}: {
  readonly ledger: Pick<ChildLedger, 'effortOf'>;
  readonly profiles: readonly AgentProfile[];
  readonly read: MessageStore['read'];
  readonly doingOf: (call: string) => string | undefined;
  /** Of the conversation that gave the work. */
  readonly rightsOf: (session: string) => Rights | undefined;
  /** Of one turn of a conversation. */
  readonly limits: { readonly maxStepsPerTurn: number; readonly maxToolCallsPerTurn: number };
}) {
  const named = (name: string | undefined) => profiles.find(one => one.name === name);

  /** What is there of it: what the records say, and what was said last. */
  function doneSoFar(
    { text, taint, material }: ContinuingInput,
    calls: ReturnType<ChildLedger['effortOf']>['calls'],
    beginning: string,
  ) {
    const lines = calls.map(
      ({ address, tool, isDone }) => `- ${oneLine(doingOf(address) ?? tool, 160)}: ${isDone ? 'done' : 'not done'}`,
    );
    const said = read(text).trim().slice(0, longestSaid);
    const body = [
      ...(material === undefined ? [] : [read(material.body), '']),
      beginning,
      ...(lines.length === 0 ? [] : [agentTexts.ofRecords, ...lines]),
      ...(said === '' ? [] : [agentTexts.saidLast, said]),
    ].join('\n');
    return { body, taint: material === undefined ? taint : mixed(taint, material.taint) };
  }

  /** With its own agent; undefined: not with that. */
  function again(input: ContinuingInput, profile: AgentProfile): Continuing | undefined {
    const { id, hop, outcome } = input;
    if (outcome !== 'expired' && outcome !== 'done') return undefined;
    if (hop >= (profile.continuations ?? mostContinuations)) return undefined;
    const { calls, last, tokens } = ledger.effortOf(id);
    const isUsedUp = last.calls >= limits.maxToolCallsPerTurn || last.replies >= limits.maxStepsPerTurn;
    if ((outcome !== 'expired' && !isUsedUp) || tokens >= (profile.budgetTokens ?? Number.POSITIVE_INFINITY))
      return undefined;
    const why = outcome === 'expired' ? 'time' : 'steps';
    return { why, material: doneSoFar(input, calls, agentTexts.continued(why, hop + 1)) };
  }

  /** With another agent, once; undefined: none takes it over. What was approved as a plan names its agents. */
  function elsewhere(input: ContinuingInput, profile: AgentProfile): Continuing | undefined {
    const { id, session, call, outcome, takenFrom } = input;
    const other = named(profile.reassign);
    if (!other || takenFrom !== undefined || isOfPlan(call)) return undefined;
    if (outcome !== 'failed' && outcome !== 'expired') return undefined;
    return {
      to: other.name,
      tools: toolsWithin(rightsOf(session)?.tools ?? ['*'], other.tools),
      deadlineMs: other.minutes * 60_000,
      material: doneSoFar(input, ledger.effortOf(id).calls, agentTexts.takenOver(profile.name, outcome)),
    };
  }

  return (input: ContinuingInput): Continuing => {
    const profile = named(input.agent);
    return (profile && (again(input, profile) ?? elsewhere(input, profile))) ?? { isOver: true };
  };
}
