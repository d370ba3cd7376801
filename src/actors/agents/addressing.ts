/**
 * A message that is for an agent by name: the call that gives it the work is made without a model, and what the agent
 * answers is the reply. Loaded with the first message that begins with `@`.
 */
import { addressIn } from '../../domain/agents/address.ts';
import type { Holder } from '../../domain/agents/agent.ts';
import { holderTexts } from '../../domain/agents/holder-texts.ts';
import { agentTexts } from '../../domain/agents/texts.ts';
import { noUsage, type ReadMessage } from '../../domain/conversation/message.ts';
import type { Side } from '../../domain/models/route.ts';
import type { Language } from '../../domain/text/texts.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import type { CompletionOutput } from '../../machines/session/types.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import type { Routing } from './routing.ts';

/** What takes the place of a model's reply; undefined: the turn is for a model. */
export type Addressing = (of: {
  readonly session: string;
  readonly turn: string;
  /** The effect, whose name makes its call one of its own. */
  readonly address: string;
  readonly model: string;
  readonly only?: Side;
  readonly signal: AbortSignal;
  readonly alive: () => void;
}) => CompletionOutput | undefined | Promise<CompletionOutput | undefined>;

/**
 * `names`: of the agents there are. `messagesOf`: what was said in a conversation. `holderOf`: the agent that it
 * belongs to; where the settings know that no longer, nothing is done in it. `routing`: which agent takes words without
 * `@`.
 */
export function addressing({
  names,
  toolbox,
  messagesOf,
  holderOf,
  routing,
  language,
}: {
  readonly names: readonly string[];
  readonly toolbox: Pick<Toolbox, 'resolve'>;
  readonly messagesOf: (session: string) => readonly ReadMessage[];
  readonly holderOf: (session: string) => Holder | undefined;
  readonly routing?: Routing;
  readonly language: Language;
}): Addressing {
  return async ({ session, turn, address, model, ...how }) => {
    const holder = holderOf(session);
    if (holder?.isThere === false) return { ...nothing, text: holderTexts[language].gone(holder.agent), model };
    const ofTurn = messagesOf(session).filter(message => message.turn === turn);
    const at = ofTurn.findLastIndex(({ role }) => role === 'owner');
    const words = ofTurn[at];
    // what others wrote gives no work
    if (words?.taint !== 'owner' || words.quotes) return undefined;
    const named = addressIn(words.text);
    const wish =
      named ?? (holder === undefined ? await routed(words, ofTurn, { session, address, ...how }) : undefined);
    if (!wish) return undefined;
    const says = (text: string): CompletionOutput => ({ ...nothing, text, model });
    if (!names.includes(wish.agent)) return says(agentTexts.unknownAgent(wish.agent, names));
    const result = ofTurn.slice(at).findLast(({ role, tool }) => role === 'tool' && tool === 'delegate');
    if (result) return says(`**${wish.agent}:** ${result.text}`);
    const given = {
      callId: `${address}${named ? '/at' : `${routedMark}${wish.agent}`}`,
      name: 'delegate',
      arguments: JSON.stringify(wish),
    };
    const call = toolbox.resolve({ ...given, session });
    if (isMalformed(call)) return says(call.problem);
    return { ...nothing, text: '', empty: true, requests: [given], calls: [call], stop: 'tools', model };
  };

  /** Once a turn, with its first words: what was given away is answered by who has it, all else by a model. */
  async function routed(
    words: ReadMessage,
    ofTurn: readonly ReadMessage[],
    how: Omit<Parameters<Routing>[0], 'words'>,
  ): Promise<{ readonly agent: string; readonly task: string } | undefined> {
    // words that came since are for a model, which reads what the agent answered
    if (ofTurn.filter(({ role }) => role === 'owner').length !== 1) return undefined;
    const answers = ofTurn.filter(({ role }) => role === 'assistant');
    const calls = answers.flatMap(({ toolCalls = [] }) => toolCalls);
    const [, given] = calls.map(({ callId }) => callId.split(routedMark)).find(parts => parts.length === 2) ?? [];
    if (given !== undefined) return { agent: given, task: words.text };
    const isWhole = (words.attachments ?? []).length === 0 && words.text.length <= longestTask;
    if (answers.length > 0 || routing === undefined || !isWhole) return undefined;
    const agent = await routing({ ...how, words: words.text });
    return agent === undefined ? undefined : { agent, task: words.text };
  }
}

/** How the call is named that gives a message to the agent which takes it: the name stands behind. */
const routedMark = '/routed-to-';

/** A longer one is for the conversation. */
const longestTask = 8_000;

const nothing = {
  text: '',
  empty: false,
  requests: [],
  calls: [],
  stop: 'end',
  usage: noUsage,
  chosen: true,
} as const satisfies Omit<CompletionOutput, 'model'>;
