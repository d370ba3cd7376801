/** The tools that other programs are offered, each an operation of `callers` (src/api/subjects/work/callers.ts). */
import { z } from 'zod';
import type { CallerNeed, CallerTurn } from '../../domain/callers/caller.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Following, followTurn, isOver, type Served } from './follow.ts';

export interface ToolCall {
  readonly agent: Served;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: Following['onProgress'];
  /** The caller wants a task that it can come back to. */
  readonly wantsTask: boolean;
}

/** What a tool answers; `begun`: the turn goes on as a task. */
export type ToolAnswer =
  | { readonly text: string; readonly structured?: object; readonly isError?: boolean }
  | { readonly begun: string };

export interface ServedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
  /** For who has the owner's token, or that of callers. */
  readonly acts: boolean;
  /** For callers that the settings let answer. */
  readonly answers?: true;
  /** It may go on as a task. */
  readonly isLong?: true;
  run(args: unknown, call: ToolCall): Promise<ToolAnswer>;
}

function tool<Schema extends z.ZodType>(
  given: Omit<ServedTool, 'schema' | 'run'> & {
    readonly schema: Schema;
    run(args: z.output<Schema>, call: ToolCall): Promise<ToolAnswer>;
  },
): ServedTool {
  return { ...given, run: (args, call) => given.run(args as z.output<Schema>, call) };
}

const conversation = z
  .string()
  .regex(/^[a-z0-9][\w.-]{0,63}$/i)
  .default('main')
  .describe(
    'The name of the conversation (1 to 64 letters, digits and ._-); what was said in it before is known there.',
  );

const wait = z
  .number()
  .int()
  .min(0)
  .max(3_600)
  .default(45)
  .describe('How long to wait for the answer, in seconds. It goes on afterwards; follow asks again.');

const key = z
  .string()
  .regex(/^[\w.:-]{1,128}$/)
  .optional()
  .describe(
    'A name of your own for this request (1 to 128 letters, digits and ._:-). Sent again under the same name, also after a restart of either side, it is not asked twice: the same turn answers.',
  );

export const servedTools: readonly ServedTool[] = [
  tool({
    name: 'ask',
    title: 'Ask the agent',
    description:
      'Asks Straylight, the personal agent of your user, something, or gives it work. It answers with its reply, or with the id of the turn that goes on. It has its own memory, tools and rules; acts may wait for the approval of its owner.',
    schema: z.strictObject({
      message: z.string().min(1).max(200_000).describe('What you ask, in full sentences.'),
      conversation,
      key,
      wait_seconds: wait,
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    acts: true,
    isLong: true,
    async run({ message, conversation: id, key: named, wait_seconds: seconds }, call) {
      const { agent, clock, wantsTask } = call;
      const { turn } = await agent.callers.say({ id, clientId: named ?? clock.id(), text: message });
      if (turn === '')
        return { text: 'Straylight holds everything back until its owner answers; see "waiting".', isError: true };
      return wantsTask ? { begun: turn } : followed(turn, seconds, call);
    },
  }),
  tool({
    name: 'follow',
    title: 'Follow a turn',
    description: 'How a turn that was asked for goes, or went: waits until it has ended, and answers with its reply.',
    schema: z.strictObject({ turn: z.string().min(1).max(200).describe('The id that ask gave.'), wait_seconds: wait }),
    annotations: { readOnlyHint: true },
    acts: false,
    run: ({ turn, wait_seconds: seconds }, call) => followed(turn, seconds, call),
  }),
  tool({
    name: 'stop',
    title: 'Stop a turn',
    description: 'Ends a turn that was asked for.',
    schema: z.strictObject({ turn: z.string().min(1).max(200).describe('The id that ask gave.') }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    acts: true,
    async run({ turn }, { agent }) {
      const answer = await agent.callers.stop({ id: turn });
      if (!answer) return { text: 'There is no turn of this id in a conversation of callers.', isError: true };
      return { text: answer.stopped ? 'It is told to stop.' : 'It had ended before.' };
    },
  }),
  tool({
    name: 'search_memory',
    title: 'Search the memory',
    description:
      'What Straylight remembers for its owner: the best matches for some words, or without words the newest.',
    schema: z.strictObject({
      query: z.string().max(500).optional().describe('Any words.'),
      limit: z.number().int().min(1).max(100).default(20),
    }),
    annotations: { readOnlyHint: true },
    acts: false,
    async run({ query, limit }, { agent }) {
      const { memories } = await agent.callers.memories({ limit, ...defined({ q: query }) });
      const lines = memories.map(({ kind, content }) => `- (${kind}) ${content}`);
      return { text: lines.length === 0 ? 'Nothing is remembered about that.' : lines.join('\n') };
    },
  }),
  tool({
    name: 'remember',
    title: 'Save a memory',
    description: 'Gives Straylight one thing to remember. It waits until the owner has accepted it.',
    schema: z.strictObject({
      content: z.string().trim().min(1).max(2_000).describe('One full sentence that makes sense by itself.'),
      kind: z.enum(['fact', 'preference', 'procedure', 'episode']).default('fact'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    acts: true,
    async run({ content, kind }, { agent }) {
      await agent.callers.remember({ content, kind });
      return { text: 'Kept. It counts once its owner has accepted it.' };
    },
  }),
  tool({
    name: 'waiting',
    title: 'What waits for the owner',
    description: 'Lists what Straylight has asked its owner: approvals, questions and troubles.',
    schema: z.strictObject({}),
    annotations: { readOnlyHint: true },
    acts: false,
    async run(_, { agent }) {
      const { waiting } = await agent.callers.waiting();
      return { text: waiting.length === 0 ? 'Nothing waits for the owner.' : waiting.map(needLine).join('\n') };
    },
  }),
  tool({
    name: 'answer',
    title: 'Answer what waits',
    description:
      'Answers what waits for the owner, which the owner has allowed: "approve" or "deny" an approval exactly as "waiting" showed it, or the words for a question of your conversation. Only do what your user has told you for this very thing.',
    schema: z.strictObject({
      id: z.string().min(1).max(300).describe('The id that "waiting" gave.'),
      answer: z.string().min(1).max(8_000).describe('"approve" or "deny", or the words for a question.'),
      digest: z.string().max(128).optional().describe('Of an approval: the digest that "waiting" gave.'),
      confirmation: z.string().max(100).optional().describe('Above low risk: "yes", or the word that is asked for.'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true },
    acts: true,
    answers: true,
    async run({ id: about, answer, digest, confirmation }, { agent }) {
      const { message } = await agent.callers.answer({ about, answer, ...defined({ digest, confirmation }) });
      return { text: message };
    },
  }),
];

async function followed(id: string, seconds: number, call: ToolCall): Promise<ToolAnswer> {
  const turn = await followTurn(id, { ...call, waitMs: seconds * 1_000 });
  return answerOf(turn);
}

/** A turn as the answer of a tool. */
export function answerOf(turn: CallerTurn): Exclude<ToolAnswer, { readonly begun: string }> {
  const { id, conversation, state, waits } = turn;
  const isError = state === 'failed' || state === 'expired';
  return {
    text: wordsOf(turn),
    structured: { turn: id, conversation, state, ...defined({ waiting: waits.length > 0 ? waits : undefined }) },
    ...defined({ isError: isError || undefined }),
  };
}

function wordsOf(turn: CallerTurn): string {
  const { id, state, reply, notes, waits } = turn;
  if (isOver(turn)) {
    const said = [reply.trim(), ...notes].filter(text => text !== '').join('\n\n');
    if (said !== '') return said;
    return `The turn ${id} has ended without a reply (${state}).`;
  }
  const lines = waits.map(needLine).join('\n');
  if (waits.length > 0)
    return `The turn ${id} waits for its owner:\n${lines}\nIt goes on by itself once that is answered; "follow" has its reply then.`;
  return `The turn ${id} goes on (${state}). "follow" with this id has its reply later, also after a restart of either side.`;
}

function needLine({ id, kind, text, risk, digest }: CallerNeed): string {
  const more = [risk && `risk: ${risk}`, digest && `digest: ${digest}`].filter(one => one !== undefined).join(', ');
  return `- ${kind} ${id}: ${text}${more === '' ? '' : ` (${more})`}`;
}
