/**
 * Whether a piece of work goes on after a conversation that did it has ended: where its time was up, or its steps or
 * calls were used up, and neither its continuations nor its budget are. What it goes on with is made of the records.
 *
 * Loaded with the first conversation of an agent that ends.
 */
import { type AgentProfile, mostContinuations } from '../../domain/agents/agent.ts';
import { agentTexts } from '../../domain/agents/texts.ts';
import { mixed } from '../../domain/policy/taint.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Continuing, ContinuingInput } from '../../machines/delegation.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';

const longestSaid = 2_000;

/** A lookup of the chart `delegation`. `doingOf`: what a call did, by its address; undefined: that is not kept. */
export function continuing({
  ledger,
  profiles,
  read,
  doingOf,
  limits,
}: {
  readonly ledger: Pick<ChildLedger, 'effortOf'>;
  readonly profiles: readonly AgentProfile[];
  readonly read: MessageStore['read'];
  readonly doingOf: (call: string) => string | undefined;
  /** Of one turn of a conversation. */
  readonly limits: { readonly maxStepsPerTurn: number; readonly maxToolCallsPerTurn: number };
}) {
  return ({ id, agent, hop, outcome, text, taint, material }: ContinuingInput): Continuing => {
    const profile = profiles.find(({ name }) => name === agent);
    if (!profile || hop >= (profile.continuations ?? mostContinuations)) return { isOver: true };
    const { calls, last, tokens } = ledger.effortOf(id);
    const isUsedUp = last.calls >= limits.maxToolCallsPerTurn || last.replies >= limits.maxStepsPerTurn;
    if ((outcome !== 'expired' && !isUsedUp) || tokens >= (profile.budgetTokens ?? Number.POSITIVE_INFINITY))
      return { isOver: true };
    const why = outcome === 'expired' ? 'time' : 'steps';
    const lines = calls.map(
      ({ address, tool, isDone }) => `- ${oneLine(doingOf(address) ?? tool, 160)}: ${isDone ? 'done' : 'not done'}`,
    );
    const said = read(text).trim().slice(0, longestSaid);
    const body = [
      ...(material === undefined ? [] : [read(material.body), '']),
      agentTexts.continued(why, hop + 1),
      ...(lines.length === 0 ? [] : [agentTexts.ofRecords, ...lines]),
      ...(said === '' ? [] : [agentTexts.saidLast, said]),
    ].join('\n');
    return { why, material: { body, taint: material === undefined ? taint : mixed(taint, material.taint) } };
  };
}
