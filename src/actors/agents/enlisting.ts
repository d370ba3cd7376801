/** May a piece of work be given to an agent, and what may that do? */
import { type AgentProfile, deepest, mostInAll, mostOfOne, toolsWithin } from '../../domain/agents/agent.ts';
import { agentTexts } from '../../domain/agents/texts.ts';
import { defined } from '../../domain/text/json.ts';
import type { DelegationOutput, Enlisting, EnlistingInput } from '../../machines/delegation.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { Rights } from '../tools/delegated-toolbox.ts';

/** A lookup of the chart `delegation`: it reads within the step, so what began in the same transaction counts. */
export function enlisting({
  ledger,
  profiles,
  rightsOf,
  rootOf,
}: {
  readonly ledger: Pick<ChildLedger, 'of' | 'running' | 'get' | 'otherOf' | 'replyOf'>;
  readonly profiles: readonly AgentProfile[];
  readonly rightsOf: (session: string) => Rights | undefined;
  readonly rootOf: (session: string) => string;
}) {
  return ({ agent, session, call, id }: EnlistingInput): Enlisting => {
    const first = ledger.otherOf(call, id);
    if (first) return { earlier: becameOf(first, ledger) };
    const profile = profiles.find(({ name }) => name === agent);
    if (!profile)
      return {
        problem: agentTexts.unknownAgent(
          agent,
          profiles.map(({ name }) => name),
        ),
      };
    const deadlineOf = ({ minutes }: AgentProfile) => minutes * 60_000;
    const own = ledger.get(id);
    // it had begun, and was begun again itself
    if (own && own.depth > 0)
      return {
        tools: own.tools,
        depth: own.depth,
        root: own.root,
        deadlineMs: deadlineOf(profiles.find(({ name }) => name === own.agent) ?? profile),
        isUnderWay: true,
        goesOn: {
          child: own.session,
          hop: own.hops,
          agent: own.agent,
          ...defined({ takenFrom: own.takenFrom ?? undefined }),
        },
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
      deadlineMs: deadlineOf(profile),
    };
  };
}

/** What the first agent of a call came to; its conversation says it, and may have read anything. */
function becameOf(
  { agent, session, state, taint }: NonNullable<ReturnType<ChildLedger['otherOf']>>,
  { replyOf }: Pick<ChildLedger, 'replyOf'>,
): DelegationOutput {
  if (state === 'running' || state === 'unknown') return { outcome: 'unknown', text: agentTexts.lost(agent), taint };
  const text = state === 'done' ? replyOf(session) : '';
  return { outcome: state, text, taint: state === 'done' ? 'external' : taint };
}
