/** What other programs ask of this agent over its MCP server; `straylight mcp serve` and `/mcp` offer it as tools. */

import type { ZodType } from 'zod';
import {
  type CallerNeed,
  type CallerService,
  type CallerTurn,
  callerTurnStates,
} from '../../../domain/callers/caller.ts';
import { memoryKinds } from '../../../domain/memory/memory.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { describedAs } from '../../described.ts';
import { clientMadeId, flag, instant, limit, text, words } from '../../fields.ts';
import { refuse } from '../../refusal.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly callers: CallerService;
  }
}

function need(): ZodType<CallerNeed> {
  return z.object({
    id: z.string(),
    kind: z.string(),
    text: z.string(),
    since: instant(),
    risk: z.enum(['low', 'medium', 'high', 'irreversible']).optional(),
    conversation: z.string().describe('its name, where it is one of callers').optional(),
    digest: z.string().describe('of an approval: what an answer has to name').optional(),
  });
}

function turn(): ZodType<CallerTurn> {
  return z.object({
    id: z.string(),
    conversation: z.string(),
    state: z.enum(callerTurnStates),
    startedAt: instant(),
    endedAt: instant().optional(),
    reply: z.string(),
    notes: z.array(z.string()).readonly(),
    waits: z.array(need()).readonly().describe('what it waits for the owner to answer'),
  });
}

const conversation = () =>
  z
    .string()
    .regex(/^[a-z0-9][\w.-]{0,63}$/i)
    .describe(
      phrase({
        en: 'the name of a conversation of callers: 1 to 64 letters, digits and ._-',
        de: 'der Name eines Gesprächs von Programmen: 1 bis 64 Buchstaben, Ziffern und ._-',
      }),
    );

const turnId = () => text('the id of a turn', 200);
const missing = 'turn of a conversation of callers';

export const callers = {
  say: operation({
    summary:
      'Asks the agent something in a conversation of callers; answers with its turn once it is stored. Its words count as text from outside.',
    role: 'owner',
    http: { method: 'POST', path: '/api/callers/conversations/{id}/messages' },
    offered: ['http', 'command'],
    // what was said under a clientId is known under it for ever
    commandId: 'none',
    input: () => ({
      id: conversation(),
      clientId: clientMadeId(),
      text: text({ en: 'what is asked', de: 'was gefragt wird' }, 200_000),
    }),
    output: () => z.object({ turn: z.string(), duplicate: z.boolean() }),
    needs: ['callers'],
    async run({ callers }, { id, clientId, text }) {
      const { isOther, ...taken } = await callers.say(id, { clientId, text });
      if (isOther)
        throw refuse(
          409,
          'another message was taken under this clientId, so this one was not; send it under a new clientId',
        );
      return taken;
    },
  }),
  turn: operation({
    summary: 'How a turn of a conversation of callers went, or goes.',
    role: 'reader',
    http: { method: 'GET', path: '/api/callers/turns/{id}' },
    offered: ['http', 'command'],
    input: () => ({ id: turnId() }),
    output: turn,
    missing,
    needs: ['callers'],
    run: ({ callers }, { id }) => callers.turn(id),
  }),
  stop: operation({
    summary: 'Ends a turn of a conversation of callers.',
    role: 'owner',
    http: { method: 'POST', path: '/api/callers/turns/{id}/stop' },
    offered: ['http', 'command'],
    commandId: 'none',
    input: () => ({ id: turnId() }),
    output: () => z.object({ stopped: z.boolean().describe('false: it had ended') }),
    missing,
    needs: ['callers'],
    async run({ callers }, { id }) {
      const stopped = await callers.stop(id);
      return stopped === undefined ? undefined : { stopped };
    },
  }),
  waiting: operation({
    summary: 'What waits for the owner, and whether the settings let programs answer it over MCP.',
    role: 'reader',
    http: { method: 'GET', path: '/api/callers/waiting' },
    offered: ['http', 'command'],
    input: () => ({}),
    output: () => z.object({ mayAnswer: flag(), waiting: z.array(need()).readonly() }),
    needs: ['callers'],
    run: ({ callers }) => ({ mayAnswer: callers.mayAnswer, waiting: callers.waiting() }),
  }),
  memories: operation({
    summary: 'Memories as programs see them over MCP: those in use that are not private.',
    role: 'reader',
    http: { method: 'GET', path: '/api/callers/memories' },
    offered: ['http', 'command'],
    input: () => ({ q: words('any words', 500), limit: limit(100, 20) }),
    output: () =>
      z.object({
        memories: z
          .array(z.object({ id: z.string(), kind: z.enum(memoryKinds), content: z.string(), updatedAt: instant() }))
          .readonly(),
      }),
    needs: ['callers'],
    async run({ callers }, { q, limit }) {
      const found = await callers.memories(q === '' ? undefined : q, limit);
      return { memories: found.map(({ id, kind, content, updatedAt }) => ({ id, kind, content, updatedAt })) };
    },
  }),
  remember: operation({
    summary: 'Keeps a memory that a program gives over MCP; it waits for the owner to accept it.',
    role: 'owner',
    http: { method: 'POST', path: '/api/callers/memories', status: 200 },
    offered: ['http', 'command'],
    commandId: 'none',
    input: () => ({
      content: text('what is to be remembered', 2000),
      kind: describedAs(
        z.enum(['fact', 'preference', 'procedure', 'episode']),
        says`one of ${'fact, preference, procedure, episode'}`,
      ).optional(),
    }),
    output: () => z.object({ content: z.string(), state: z.literal('pending') }),
    needs: ['callers'],
    run: ({ callers }, { content, kind = 'fact' }) => callers.remember(content, kind),
  }),
  answer: operation({
    summary:
      'Answers what waits for the owner, for a program that asks over MCP; refused unless [mcp_server] may_answer is set.',
    role: 'owner',
    http: { method: 'POST', path: '/api/callers/answers', status: 200 },
    offered: ['http', 'command'],
    input: () => ({
      about: text({ en: 'the id of what waits', de: 'die Kennung dessen, was wartet' }, 300),
      answer: text(
        {
          en: '"approve" or "deny", or the words for a question',
          de: '„approve“ oder „deny“, oder die Worte für eine Frage',
        },
        8_000,
      ),
      digest: text('the digest of the card that was shown', 128).optional(),
      confirmation: text('"yes" or the word of the card, as its risk asks', 100).optional(),
    }),
    output: () => z.object({ message: z.string() }),
    needs: ['callers'],
    run: ({ callers }, { about: id, ...given }, { commandId = '' }) => callers.answer({ id, ...given, key: commandId }),
  }),
};
