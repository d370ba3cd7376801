/**
 * A message of the owner that an agent takes is given to it, as one that begins with `@`: the model of the role
 * `router` chooses where there is one, else the words do. What chose it, and why, is written into the audit chain.
 *
 * Loaded with the first message where the settings of an agent say what it takes.
 */
import type { AgentProfile } from '../../domain/agents/agent.ts';
import type { Choice } from '../../domain/agents/routing.ts';
import { takerOf, takersAmong } from '../../domain/agents/routing.ts';
import type { Side } from '../../domain/models/route.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { markedData } from '../conversation/marked-data.ts';

/** The agent that takes these words of a conversation; undefined: none does. */
export type Routing = (of: {
  readonly session: string;
  /** The effect that asks. */
  readonly address: string;
  readonly words: string;
  readonly only?: Side;
  readonly signal: AbortSignal;
  readonly alive: () => void;
}) => Promise<string | undefined>;

const mostRead = 8_000;

export function routing({
  profiles,
  isFailing,
  models,
  hasRouter,
  schema,
  instructions,
  audit,
}: {
  readonly profiles: readonly AgentProfile[];
  /** Its last pieces of work all came to nothing. */
  readonly isFailing: (agent: string) => boolean;
  readonly models: Pick<ModelCalls, 'value'>;
  /** Has the owner named a model that chooses? */
  readonly hasRouter: boolean;
  readonly schema: (names: readonly string[]) => ValueRequest<{ readonly agent: string }>['schema'];
  readonly instructions: () => string;
  readonly audit: AuditLog['record'];
}): Routing {
  const all = takersAmong(profiles);

  async function byModel(
    takers: readonly AgentProfile[],
    { address, words, only, signal, alive }: Parameters<Routing>[0],
  ): Promise<Choice | undefined> {
    const names = takers.map(({ name }) => name);
    const listed = takers.map(({ name, purpose, takes = [] }) => `${name}: ${purpose} It takes: ${takes.join('; ')}`);
    try {
      const { value, model } = await models.value(
        {
          role: 'router',
          heading: 'router',
          schema: schema(names),
          maxOutputTokens: 500,
          otherwise: () => ({ agent: takerOf(words, takers)?.agent ?? 'none' }),
          system: [
            { text: instructions(), stable: true },
            { text: `The agents:\n${listed.join('\n')}`, stable: true },
          ],
          messages: [
            {
              role: 'user',
              content: [{ type: 'text', text: markedData('message', address, words.slice(0, mostRead)) }],
            },
          ],
          ...defined({ only }),
        },
        { signal, onAlive: alive },
      );
      if (model === undefined) return takerOf(words, takers);
      return value.agent === 'none' ? undefined : { agent: value.agent, by: 'model', what: model };
    } catch (error) {
      if (toFailure(error).kind === 'cancelled') throw error;
      return takerOf(words, takers);
    }
  }

  return async of => {
    const takers = all.filter(({ name }) => !isFailing(name));
    if (takers.length === 0) return undefined;
    const choice = hasRouter ? await byModel(takers, of) : takerOf(of.words, takers);
    if (choice === undefined) return undefined;
    const { agent, by, what } = choice;
    audit({ kind: 'agent.routed', subject: agent, actor: of.session, facts: { by, what } });
    return agent;
  };
}
