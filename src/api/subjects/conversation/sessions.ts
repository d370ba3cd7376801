/** Conversations: what was said, saying something, and which one a chat speaks in. */

import type { ZodType } from 'zod';
import { mostFileBytes, mostFiles } from '../../../domain/conversation/attached-file.ts';
import type { ChatSession } from '../../../domain/conversation/chat-session.ts';
import { longestDeadlineMs, priorities } from '../../../domain/conversation/turn-terms.ts';
import { sides } from '../../../domain/models/route.ts';
import { taints } from '../../../domain/policy/taint.ts';
import type { OutsideText, TrustView } from '../../../domain/policy/trust.ts';
import { defined } from '../../../domain/text/json.ts';
import { operation } from '../../contract.ts';
import { address, between, clientMadeId, count, instant, limit, oneOf, text, words } from '../../fields.ts';
import { refuse } from '../../refusal.ts';
import { chatMessage, turnReport } from '../../rows.ts';
import { z } from '../../zod.ts';

function chatSession(): ZodType<ChatSession> {
  return z.object({
    number: count(),
    session: z.string().describe('its address'),
    isCurrent: z.boolean(),
    title: z.string().describe('what its owner said first'),
    at: instant().optional(),
  });
}

function trustView(): ZodType<TrustView> {
  const outsideText: ZodType<OutsideText> = z.object({
    id: z.string(),
    at: instant(),
    from: z.string().describe('the tool that brought it, the name of a file, or what kind of message it is'),
    excerpt: z.string(),
  });
  return z.object({
    level: z.enum(taints).describe('of what stands since its owner’s newest words; external: outside text is among it'),
    texts: z.array(outsideText).readonly().describe('the newest texts from outside that count, oldest first'),
    count: count(),
    through: instant().describe('of its newest message'),
    trustedUntil: instant().optional().describe('its owner has trusted all before'),
  });
}

/** Estimates, in tokens; `window`: what the model takes at most. */
const parts = () => ({
  system: z.number(),
  tools: z.number(),
  memories: z.number(),
  history: z.number(),
  window: z.number(),
});

export const sessions = {
  list: operation({
    summary: 'The conversations of a chat, newest first, and the one it speaks in.',
    role: 'reader',
    http: { method: 'GET', path: '/api/chats/{id}' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    input: () => ({ id: address('session') }),
    output: () => z.object({ current: z.string(), sessions: z.array(chatSession()).readonly() }),
    needs: ['sessions'],
    run: async ({ sessions }, { id }) => ({ current: await sessions.current(id), sessions: await sessions.list(id) }),
  }),
  begin: operation({
    summary: 'Starts a new conversation in a chat; the old one is kept.',
    role: 'owner',
    http: { method: 'POST', path: '/api/chats/{id}/new' },
    offered: ['http', 'page', 'slash', 'buttons'],
    input: () => ({ id: address('session') }),
    output: () => z.object({ session: chatSession() }),
    needs: ['sessions'],
    run: async ({ sessions }, { id }, { commandId }) => ({ session: await sessions.begin(id, commandId) }),
  }),
  choose: operation({
    summary: 'Switches a chat to another of its conversations.',
    role: 'owner',
    http: { method: 'POST', path: '/api/chats/{id}/current' },
    offered: ['http', 'slash', 'buttons'],
    input: () => ({ id: address('session'), number: count() }),
    output: () => z.object({ session: chatSession() }),
    needs: ['sessions'],
    run: async ({ sessions }, { id, number }) => ({ session: await sessions.choose(id, number) }),
  }),
  verbose: operation({
    summary: 'Shows the steps of each turn beneath its reply, in the conversation that a chat speaks in, or no longer.',
    role: 'owner',
    http: { method: 'POST', path: '/api/chats/{id}/verbose' },
    offered: ['http', 'slash'],
    input: () => ({
      id: address('session'),
      isVerbose: z.boolean().optional().describe('else it is turned round'),
    }),
    output: () => z.object({ isVerbose: z.boolean() }),
    needs: ['sessions'],
    run: async ({ sessions }, { id, isVerbose }, { commandId }) => ({
      isVerbose: await sessions.setVerbose(id, isVerbose, commandId),
    }),
  }),
  messages: operation({
    summary: 'A page of what was said in a conversation, newest last, and the reply it is writing.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/messages' },
    offered: ['http', 'page', 'command'],
    commands: [
      {
        words: 'sessions show',
        help: 'Show what was last said in a conversation. ID is as "sessions list" shows it.',
        args: { id: 'ID' },
        options: { limit: { field: 'limit', value: 'N', help: 'how many messages (default: 50)' } },
      },
    ],
    input: () => ({
      id: address('session'),
      before: words('the id of the oldest message that is known already', 300),
      limit: limit(200, 50),
    }),
    output: () =>
      z.object({
        messages: z.array(chatMessage()).readonly(),
        next: z.string().optional(),
        writing: z.object({ messageId: z.string(), text: z.string() }).optional(),
        outputs: z
          .array(
            z.object({ call: z.string(), end: z.number().describe('how much it was altogether'), text: z.string() }),
          )
          .readonly()
          .describe('the last part of what running calls have written')
          .optional(),
      }),
    needs: ['messages', 'writing', 'outputs'],
    run: ({ messages, writing, outputs }, { id, ...page }) => {
      const found = messages(id, page);
      if (page.before !== undefined) return found;
      const reply = writing(id);
      const written = outputs(id);
      return { ...found, ...defined({ writing: reply, outputs: written.length > 0 ? written : undefined }) };
    },
  }),
  attach: operation({
    summary: 'Keeps a file in the workspace, for a message that names it under `files`.',
    role: 'owner',
    // base64 takes a third more, and a name stands beside it
    http: { method: 'POST', path: '/api/sessions/{id}/files', bodyBytes: Math.ceil((mostFileBytes * 4) / 3) + 4096 },
    offered: ['http', 'page', 'command'],
    // what was kept under a clientId is there under it for ever
    commandId: 'none',
    input: () => ({
      id: address('session'),
      clientId: clientMadeId(),
      name: text('the name of the file', 200),
      content: z
        .string()
        .regex(/^[A-Za-z0-9+/]+={0,2}$/)
        .describe(`the file in base64, of at most ${mostFileBytes / 2 ** 20} MB`),
    }),
    output: () =>
      z.object({
        file: z.object({
          clientId: z.string(),
          name: z.string(),
          kind: z.enum(['image', 'document']).describe('a model is shown an image, and told of a document'),
          mediaType: z.string(),
          bytes: count(),
          path: z.string().describe('its place in the workspace').optional(),
        }),
      }),
    needs: ['attach'],
    run: async ({ attach }, { id: _, ...given }) => {
      const { kind, mediaType, bytes, path } = await attach(given);
      const { clientId, name } = given;
      return { file: { clientId, name, kind, mediaType, bytes, path } };
    },
  }),
  say: operation({
    summary: 'Sends a message to a conversation; answers with its turn once the message is stored.',
    role: 'owner',
    http: { method: 'POST', path: '/api/sessions/{id}/messages' },
    offered: ['http', 'page', 'command'],
    // the conversation knows the clientId for ever, and says whether it is a repeat
    commandId: 'none',
    input: () => ({
      id: address('session'),
      clientId: clientMadeId(),
      text: z.string().max(200_000).describe('what you want to say (1 to 200000 characters, with files also none)'),
      files: z
        .array(z.object({ clientId: clientMadeId(), name: text('the name of the file', 200) }))
        .min(1)
        .max(mostFiles)
        .describe(`files that were kept before, 1 to ${mostFiles}`)
        .optional(),
      priority: oneOf(...priorities).optional(),
      deadlineMs: between(1000, longestDeadlineMs, 'milliseconds').optional(),
      only: oneOf(...sides)
        .describe('only models that run there may answer')
        .optional(),
      key: clientMadeId().optional(),
      ownTurn: z
        .boolean()
        .describe('true: it joins no other turn, and waits until the running one has ended')
        .optional(),
    }),
    check: ({ text: said, files }) =>
      typeof said === 'string' && said.trim() === '' && files === undefined
        ? `expected text to be what you want to say (1 to 200000 characters), got ${said === '' ? 'an empty one' : 'spaces alone'}`
        : undefined,
    output: () =>
      z.object({
        commandId: z.string().describe('the clientId'),
        turn: z.string(),
        duplicate: z.boolean(),
        note: z.string().describe('what was done to the message before it was taken').optional(),
      }),
    needs: ['say'],
    run: async ({ say }, { id, ...saying }) => {
      const { isOther, ...taken } = await say(id, saying);
      if (isOther)
        throw refuse(
          409,
          'another message was taken under this clientId, so this one was not; send it under a new clientId',
        );
      return { commandId: saying.clientId, ...taken };
    },
  }),
  slash: operation({
    summary: 'Carries out a slash command in a conversation, such as `/memory pending`; no model reads it.',
    role: 'owner',
    http: { method: 'POST', path: '/api/sessions/{id}/commands', status: 200 },
    offered: ['http', 'page'],
    input: () => ({
      id: address('session'),
      name: z
        .string()
        .regex(/^[a-z]{1,40}$/)
        .describe('the name of a command in small letters, without its slash; "help" lists them'),
      args: z.string().max(2_000).describe('what stands behind the name (at most 2000 characters)').default(''),
    }),
    output: () =>
      z.object({
        lines: z.array(z.string()).readonly(),
        isCode: z.boolean().describe('it is columns, to be shown letter by letter'),
        session: z.string().describe('the conversation it leads to').optional(),
      }),
    needs: ['slash'],
    run: ({ slash }, { id, name, args }, caller) => slash(id, name, args, caller),
  }),
  abort: operation({
    summary: 'Ends the running turn of a conversation.',
    role: 'owner',
    http: { method: 'POST', path: '/api/sessions/{id}/abort' },
    offered: ['http', 'page', 'command'],
    input: () => ({
      id: address('session'),
      turn: z
        .string()
        .min(1)
        .max(200)
        .describe('this turn alone, also while it waits for another; without it the one that runs')
        .optional(),
    }),
    output: () => z.object({ aborted: z.boolean().describe('false: none was running') }),
    needs: ['abort'],
    run: async ({ abort }, { id, turn }, { commandId }) => ({ aborted: await abort(id, commandId, turn) }),
  }),
  trust: operation({
    summary: 'How far a conversation is trusted, and which text from outside is why.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/trust' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'sessions trust',
        help: 'Show which text from outside a conversation holds, and trust it again. ID is as "sessions list" shows it.',
        args: { id: 'ID' },
        options: { yes: { wakes: true, help: 'trust it again; without it, only show why it is not trusted' } },
      },
    ],
    input: () => ({ id: address('session') }),
    output: trustView,
    needs: ['trust'],
    run: ({ trust }, { id }) => trust.look(id) ?? { level: 'owner' as const, texts: [], count: 0, through: 0 },
  }),
  restoreTrust: operation({
    summary:
      'Trusts a conversation again: text from outside that it holds no longer makes its calls ask first. Only for text that you know.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/sessions/{id}/trust' },
    offered: ['http', 'page', 'command', 'slash'],
    input: () => ({
      id: address('session'),
      through: instant().describe('up to the message that was the newest when you looked (`through` of the answer)'),
    }),
    output: () => z.object({ restored: z.boolean().describe('false: it was trusted already') }),
    needs: ['trust'],
    run: async ({ trust }, { id, through }, { by, commandId }) => ({
      restored: await trust.restore(id, through, by, commandId),
    }),
  }),
  context: operation({
    summary: 'The parts of the newest model request of a conversation, and their sizes.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/context' },
    offered: ['http', 'page'],
    input: () => ({ id: address('session') }),
    output: () =>
      z.object({
        at: instant(),
        model: z.string(),
        parts: z.object(parts()),
        inputTokens: count(),
      }),
    needs: ['modelContext'],
    run: ({ modelContext }, { id }) => {
      const found = modelContext(id);
      if (!found) throw refuse(404, 'no model call of this conversation is in its newest steps');
      return found;
    },
  }),
  turn: operation({
    summary: 'How a turn went, or goes.',
    role: 'reader',
    http: { method: 'GET', path: '/api/turns/{id}' },
    offered: ['http', 'page', 'command'],
    input: () => ({ id: z.string().describe('the id of a turn') }),
    output: turnReport,
    missing: 'turn, or it has been pruned',
    needs: ['turn'],
    run: ({ turn }, { id }) => turn(id),
  }),
};
