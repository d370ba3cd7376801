/** May a piece of work be given to an agent, and what may that do? */
import { type AgentProfile, deepest, mostInAll, mostOfOne, toolsWithin } from '../../domain/agents/agent.ts';
import { agentTexts } from '../../domain/agents/texts.ts';
import type { Enlisting, EnlistingInput } from '../../machines/delegation.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { Rights } from '../tools/delegated-toolbox.ts';

/** A lookup of the chart `delegation`: it reads within the step, so what began in the same transaction counts. */
export function enlisting({
  ledger,
  profiles,
  rightsOf,
  rootOf,
}: {
  readonly ledger: Pick<ChildLedger, 'of' | 'running'>;
  readonly profiles: readonly AgentProfile[];
  readonly rightsOf: (session: string) => Rights | undefined;
  readonly rootOf: (session: string) => string;
}) {
  return ({ agent, session }: EnlistingInput): Enlisting => {
    const profile = profiles.find(({ name }) => name === agent);
    if (!profile)
      return {
        problem: agentTexts.unknownAgent(
          agent,
          profiles.map(({ name }) => name),
        ),
      };
    const depth = (ledger.of(session)?.depth ?? 0) + 1;
    if (depth > deepest) return { problem: agentTexts.tooDeep };
    const { ofParent, all } = ledger.running(session);
    // the work that is asked about is among them
    if (ofParent > mostOfOne) return { problem: agentTexts.tooManyOfOne };
    if (all > mostInAll) return { problem: agentTexts.tooManyInAll };
    const outer = rightsOf(session)?.tools ?? ['*'];
    return {
      tools: toolsWithin(outer, profile.tools),
      depth,
      root: rootOf(session),
      deadlineMs: profile.minutes * 60_000,
    };
  };
}
