/**
 * A message that is for an agent by name: the call that gives it the work is made without a model, and what the agent
 * answers is the reply. Loaded with the first message that begins with `@`.
 */
import { addressIn } from '../../domain/agents/address.ts';
import { agentTexts } from '../../domain/agents/texts.ts';
import { noUsage, type ReadMessage } from '../../domain/conversation/message.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import type { CompletionOutput } from '../../machines/session/types.ts';
import type { Toolbox } from '../../ports/toolbox.ts';

/** What takes the place of a model's reply; undefined: the turn is for a model. */
export type Addressing = (of: {
  readonly session: string;
  readonly turn: string;
  /** The effect, whose name makes its call one of its own. */
  readonly address: string;
  readonly model: string;
}) => CompletionOutput | undefined;

/** `names`: of the agents there are. `messagesOf`: what was said in a conversation. */
export function addressing(
  names: readonly string[],
  toolbox: Pick<Toolbox, 'resolve'>,
  messagesOf: (session: string) => readonly ReadMessage[],
): Addressing {
  return ({ session, turn, address, model }) => {
    const ofTurn = messagesOf(session).filter(message => message.turn === turn);
    const at = ofTurn.findLastIndex(({ role }) => role === 'owner');
    const words = ofTurn[at];
    // what others wrote gives no work
    const wish = words?.taint === 'owner' && !words.quotes ? addressIn(words.text) : undefined;
    if (!wish) return undefined;
    const says = (text: string): CompletionOutput => ({ ...nothing, text, model });
    if (!names.includes(wish.agent)) return says(agentTexts.unknownAgent(wish.agent, names));
    const result = ofTurn.slice(at).findLast(({ role, tool }) => role === 'tool' && tool === 'delegate');
    if (result) return says(`**${wish.agent}:** ${result.text}`);
    const given = { callId: `${address}/at`, name: 'delegate', arguments: JSON.stringify(wish) };
    const call = toolbox.resolve({ ...given, session });
    if (isMalformed(call)) return says(call.problem);
    return { ...nothing, text: '', empty: true, requests: [given], calls: [call], stop: 'tools', model };
  };
}

const nothing = {
  text: '',
  empty: false,
  requests: [],
  calls: [],
  stop: 'end',
  usage: noUsage,
  chosen: true,
} as const satisfies Omit<CompletionOutput, 'model'>;
