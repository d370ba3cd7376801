/** Conversations: what was said, saying something, and which one a chat speaks in. */

import type { ZodType } from 'zod';
import { type ChatSession, chatOf, conversationNamed } from '../../../domain/conversation/chat-session.ts';
import { mostFileBytes, mostFiles } from '../../../domain/conversation/files.ts';
import type { ListedConversation } from '../../../domain/conversation/listed-conversation.ts';
import { longestDeadlineMs, priorities } from '../../../domain/conversation/turn-terms.ts';
import { sides } from '../../../domain/models/route.ts';
import { taints } from '../../../domain/policy/taint.ts';
import type { OutsideText, TrustView } from '../../../domain/policy/trust.ts';
import { defined } from '../../../domain/text/json.ts';
import { operation } from '../../contract.ts';
import { address, between, clientMadeId, count, flag, instant, limit, oneOf, text, words } from '../../fields.ts';
import type { Provided } from '../../provided.ts';
import { refuse } from '../../refusal.ts';
import { chatMessage, listedConversation, turnReport } from '../../rows.ts';
import type * as Views from '../../views/sessions.ts';
import { z } from '../../zod.ts';

/** What of Node it takes, spelled out, since the page is checked without Node's own types. */
declare const process: {
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): (path: string) => unknown };
};

const { createRequire } = process.getBuiltinModule('node:module');
const load = createRequire(import.meta.url);

/** Loaded with the first answer that is shown: `ask` shows none. */
const views = () => load('../../views/sessions.ts') as typeof Views;

function chatSession(): ZodType<ChatSession> {
  return z.object({
    number: count(),
    session: z.string().describe('its address'),
    isCurrent: z.boolean(),
    showsSteps: z.boolean().describe('its owner wants the steps of its turns, or none').optional(),
    title: z.string().describe('what its owner said first'),
    agent: z.string().describe('the agent that it belongs to').optional(),
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

/** Of a chat of the terminal: their owner sits before all of them. */
const ofTerminal = 'session:terminal:';
const conversationName = /^(?:(?:session:)?terminal:)?[a-z_0-9][\w.-]{0,63}(?:~\d{1,6})?$/i;
/** Of other chats, the newest. */
const mostOthers = 20;

export const sessions = {
  list: operation({
    summary: 'The conversations of a chat, newest first, and the one it speaks in.',
    role: 'reader',
    http: { method: 'GET', path: '/api/chats/{id}' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    slash: [
      {
        words: 'sessions',
        isDefault: true,
        about: { en: 'The conversations of this chat', de: 'Die Gespräche dieses Chats' },
        help: { en: 'List the conversations of this chat.', de: 'Listet die Gespräche dieses Chats auf.' },
        ofChat: { id: 'chat' },
        inChat: { others: true },
      },
      {
        words: 'session',
        isDefault: true,
        about: { en: 'Open a conversation: /session N', de: 'Ein Gespräch öffnen: /session N' },
        help: { en: 'List the conversations of this chat.', de: 'Listet die Gespräche dieses Chats auf.' },
        ofChat: { id: 'chat' },
        inChat: { others: true },
      },
    ],
    input: () => ({
      id: address('session'),
      others: flag().optional().describe('true: in the terminal, also the conversations of its other chats'),
    }),
    output: () =>
      z.object({
        current: z.string(),
        sessions: z.array(chatSession()).readonly(),
        others: z.array(listedConversation()).readonly().optional(),
      }),
    needs: ['sessions'],
    run: ofChat,
    view: (answer, look, input) => views().chatSessions(answer, look, input),
  }),
  begin: operation({
    summary: 'Starts a new conversation in a chat; the old one is kept.',
    role: 'owner',
    http: { method: 'POST', path: '/api/chats/{id}/new' },
    offered: ['http', 'page', 'slash', 'buttons'],
    slash: [
      {
        words: 'new',
        isDefault: true,
        about: { en: 'Start a new conversation', de: 'Ein neues Gespräch beginnen' },
        help: {
          en: 'Start a new conversation; this one is kept.',
          de: 'Beginnt ein neues Gespräch; dieses bleibt erhalten.',
        },
        ofChat: { id: 'chat' },
      },
    ],
    input: () => ({ id: address('session') }),
    output: () => z.object({ session: chatSession() }),
    needs: ['sessions'],
    run: async ({ sessions }, { id }, { commandId }) => ({ session: await sessions.begin(id, commandId) }),
    view: (answer, look) => views().begun(answer, look),
    leadsTo: ({ session }) => session.session,
  }),
  choose: operation({
    summary: 'Switches a chat to another of its conversations.',
    role: 'owner',
    http: { method: 'POST', path: '/api/chats/{id}/current' },
    offered: ['http', 'slash', 'buttons'],
    slash: [
      {
        words: 'session',
        help: { en: 'Open a conversation, by its number.', de: 'Öffnet ein Gespräch, nach seiner Nummer.' },
        args: { name: 'N' },
        ofChat: { id: 'chat' },
      },
    ],
    input: () => ({
      id: address('session'),
      number: count().optional(),
      name: z
        .string()
        .regex(conversationName)
        .optional()
        .describe('the number of a conversation; in the terminal also the name of one, of another of its chats'),
    }),
    check: ({ number, name }) =>
      (number === undefined) === (name === undefined)
        ? {
            en: 'expected number, the number of a conversation, or name, but not both',
            de: 'erwartet wird number, die Nummer eines Gesprächs, oder name, aber nicht beides',
          }
        : undefined,
    typed: ({ name, ...given }) =>
      name !== undefined && /^\d{1,6}$/.test(name) ? { ...given, number: Number(name) } : { ...given, name },
    output: () => z.object({ session: chatSession() }),
    missing: 'conversation',
    needs: ['sessions'],
    run: chosen,
    view: (answer, look) => views().switched(answer, look),
    leadsTo: ({ session }) => session.session,
    absent: (input, look) => views().noConversation(input, look),
  }),
  verbose: operation({
    summary: 'Shows the steps of each turn beneath its reply, in the conversation that a chat speaks in, or no longer.',
    role: 'owner',
    http: { method: 'POST', path: '/api/chats/{id}/verbose' },
    offered: ['http', 'slash'],
    slash: [
      {
        words: 'verbose',
        isDefault: true,
        about: {
          en: 'Show the steps of each turn, or hide them',
          de: 'Die Schritte jeder Runde zeigen oder verbergen',
        },
        help: {
          en: 'Show the steps of each turn, or hide them again.',
          de: 'Zeigt die Schritte jeder Runde oder verbirgt sie wieder.',
        },
        ofChat: { id: 'chat' },
      },
      {
        words: 'verbose on',
        help: { en: 'Show the steps of each turn.', de: 'Zeigt die Schritte jeder Runde.' },
        ofChat: { id: 'chat' },
        inChat: { isVerbose: true },
      },
      {
        words: 'verbose off',
        help: { en: 'Hide the steps of each turn.', de: 'Verbirgt die Schritte jeder Runde.' },
        ofChat: { id: 'chat' },
        inChat: { isVerbose: false },
      },
    ],
    input: () => ({
      id: address('session'),
      isVerbose: z.boolean().optional().describe('else it is turned round'),
    }),
    output: () => z.object({ isVerbose: z.boolean() }),
    needs: ['sessions'],
    run: async ({ sessions }, { id, isVerbose }, { commandId }) => ({
      isVerbose: await sessions.setVerbose(id, isVerbose, commandId),
    }),
    view: (answer, look) => views().stepsShown(answer, look),
    showsSteps: ({ isVerbose }) => isVerbose,
  }),
  messages: operation({
    summary: 'A page of what was said in a conversation, newest last, and the reply it is writing.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/messages' },
    offered: ['http', 'page', 'command'],
    commands: [
      {
        words: 'sessions show',
        help: {
          en: 'Show what was last said in a conversation. ID is as "sessions list" shows it.',
          de: 'Zeigt, was in einem Gespräch zuletzt gesagt wurde. ID steht in „sessions list“.',
        },
        args: { id: 'ID' },
        options: {
          limit: {
            field: 'limit',
            value: 'N',
            help: { en: 'how many messages (default: 50)', de: 'wie viele Nachrichten (sonst: 50)' },
          },
        },
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
    view: (answer, look) => views().messagesSaid(answer, look),
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
        ? {
            en: 'expected text to be what you want to say (1 to 200000 characters), got none, or spaces alone',
            de: 'als text wird erwartet, was du sagen willst (1 bis 200000 Zeichen), nicht nichts oder nur Leerzeichen',
          }
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
        help: {
          en: 'Show which text from outside a conversation holds, and trust it again. ID is as "sessions list" shows it.',
          de: 'Zeigt, welcher Text von außen in einem Gespräch steckt, und vertraut ihm wieder. ID steht in „sessions list“.',
        },
        args: { id: 'ID' },
        options: {
          yes: {
            wakes: true,
            help: {
              en: 'trust it again; without it, only show why it is not trusted',
              de: 'ihm wieder vertrauen; ohne das nur zeigen, warum ihm nicht vertraut wird',
            },
          },
        },
      },
    ],
    slash: [
      {
        words: 'trust',
        isDefault: true,
        about: {
          en: 'Text from outside in this conversation; /trust yes trusts it',
          de: 'Fremder Text in diesem Gespräch; /trust ja vertraut ihm',
        },
        help: {
          en: 'Show which text from outside this conversation holds.',
          de: 'Zeigt, welcher Text von außen in diesem Gespräch steckt.',
        },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session') }),
    output: trustView,
    needs: ['trust'],
    run: ({ trust }, { id }) => trust.look(id) ?? { level: 'owner' as const, texts: [], count: 0, through: 0 },
    view: (answer, look, input) => views().trustShown(answer, look, input),
    outcome: answer => (views().isAsking(answer) ? 'open' : 'done'),
  }),
  restoreTrust: operation({
    summary:
      'Trusts a conversation again: text from outside that it holds no longer makes its calls ask first. Only for text that you know.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/sessions/{id}/trust' },
    offered: ['http', 'page', 'command', 'slash'],
    slash: [
      {
        words: 'trust yes',
        also: ['trust ja'],
        help: { en: 'Trust the texts it holds.', de: 'Vertraut den Texten darin.' },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({
      id: address('session'),
      through: instant()
        .optional()
        .describe(
          'up to the message that was the newest when you looked (`through` of the answer); missing: to the newest now',
        ),
    }),
    output: () => z.object({ restored: z.boolean().describe('false: it was trusted already') }),
    needs: ['trust'],
    run: async ({ trust }, { id, through }, { by, commandId }) => ({
      restored: await trust.restore(id, through ?? trust.look(id)?.through ?? 0, by, commandId),
    }),
    view: (answer, look) => views().trustedAgain(answer, look),
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

type Chats = Pick<Provided, 'sessions'>;

async function ofChat(
  { sessions, conversations }: Chats & Partial<Pick<Provided, 'conversations'>>,
  { id, others: isWhole = false }: { readonly id: string; readonly others?: boolean | undefined },
) {
  const own = { current: await sessions.current(id), sessions: await sessions.list(id) };
  if (!isWhole || !conversations || !id.startsWith(ofTerminal)) return own;
  const isOther = ({ session }: ListedConversation) => session.startsWith(ofTerminal) && chatOf(session) !== chatOf(id);
  const all = conversations.list({ of: 'active', limit: 500 });
  return { ...own, others: all.filter(isOther).slice(0, mostOthers) };
}

/** Goes to one of a chat; one of another chat is named, and nothing changes there. */
async function chosen(
  { sessions }: Chats,
  {
    id,
    number = 0,
    name,
  }: { readonly id: string; readonly number?: number | undefined; readonly name?: string | undefined },
) {
  if (name !== undefined) return id.startsWith(ofTerminal) ? named(sessions, name) : undefined;
  const newest = Math.max(...(await sessions.list(id)).map(one => one.number));
  return number < 1 || number > newest ? undefined : { session: await sessions.choose(id, number) };
}

/** One that is named without its number is the one its chat speaks in. */
async function named(sessions: Provided['sessions'], name: string) {
  const wanted = conversationNamed(name);
  const session = wanted.includes('~') ? wanted : await sessions.current(wanted);
  const all = await sessions.list(wanted);
  const found = all.find(one => one.session === session);
  return found && all.some(one => one.at !== undefined) ? { session: found } : undefined;
}
