/** `straylight sessions`: the conversations of all chats, what was said in them, and where. */

import type { Agent } from '../../api/client/agent.ts';
import { conversationNamed } from '../../domain/conversation/chat-session.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { ago } from '../../domain/text/ago.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { columns, jsonText, type TimedCommand } from '../io.ts';
import { sayIn } from '../say.ts';
import { type ChatTexts, chatTexts } from './texts.ts';

/** An address as it is typed: what every one begins with is left out. */
const shown = (session: string) => oneLine(session.replace(/^session:/, ''), 80);

/**
 * The address of a conversation that is named on the command line. Rejects with `invalid` where nothing was ever said in
 * it; the usual one of the terminal is there before its first word.
 */
export async function knownConversation(
  {
    agent: { sessions },
    io,
    json = false,
  }: Pick<TimedCommand<'conversations' | 'sessions'>, 'io'> & {
    readonly agent: Pick<Agent, 'sessions'>;
    readonly json?: boolean;
  },
  name: string,
): Promise<string> {
  const id = conversationNamed(name);
  const { messages } = await sessions.messages({ id, limit: 1 });
  if (messages.length === 0 && id !== conversationNamed('main'))
    throw fault(
      'invalid',
      sayIn(json ? {} : io)('there is no conversation {name}; "straylight sessions" lists them', {
        name: oneLine(name, 80),
      }),
    );
  return id;
}

export async function listConversations(
  { agent, io, json, now }: TimedCommand<'conversations' | 'sessions'>,
  input: Parameters<Agent['conversations']['list']>[0],
): Promise<number> {
  const { language = 'en' } = io;
  const texts = chatTexts(language);
  const answer = await agent.conversations.list(input);
  if (json) {
    io.out(jsonText(answer));
    return 0;
  }
  const rows = answer.conversations.map(({ session, title, isPinned, at }) => [
    shown(session),
    ago(now() - at, language),
    `${isPinned ? texts.pinned : ''}${oneLine(title, 80)}`,
  ]);
  for (const row of columns(rows)) io.out(row);
  io.out(rows.length === 0 ? texts.noConversations : io.style.dim(asTyped(texts.howToRead, io.program)));
  return 0;
}

export async function searchConversations(
  { agent, io, json, now }: TimedCommand<'conversations' | 'sessions'>,
  input: Parameters<Agent['conversations']['search']>[0],
): Promise<number> {
  const { language = 'en' } = io;
  const texts = chatTexts(language);
  const answer = await agent.conversations.search(input);
  if (json) io.out(jsonText(answer));
  else if (answer.messages.length + answer.conversations.length === 0) io.out(texts.notFound);
  else {
    for (const { session, title, at } of answer.conversations)
      io.out(`${shown(session)}, ${ago(now() - at, language)}: ${oneLine(title, 80)}`);
    if (answer.isPartial) io.out(texts.partlyFound);
    for (const { session, role, excerpt, at } of answer.messages) {
      io.out(io.style.dim(`${shown(session)}, ${speaker(role, texts)}, ${ago(now() - at, language)}`));
      io.out(`  ${oneLine(excerpt, 400)}`);
    }
  }
  return 0;
}

/** The newest messages of one, the last one last. */
export async function showConversation(
  { agent, io, json }: TimedCommand<'conversations' | 'sessions'>,
  input: Parameters<Agent['sessions']['messages']>[0],
): Promise<number> {
  const answer = await agent.sessions.messages({
    ...input,
    id: await knownConversation({ agent, io, json }, input.id),
  });
  if (json) {
    io.out(jsonText(answer));
    return 0;
  }
  const texts = chatTexts(io.language ?? 'en');
  const said = answer.messages.filter(({ role, text }) => role !== 'tool' && text.trim() !== '');
  for (const { role, text } of said) {
    io.out(io.style.bold(speaker(role, texts)));
    io.out(readable(text.trim()));
  }
  if (said.length === 0) io.out(texts.nothingThere);
  return 0;
}

function speaker(role: string, { speakers }: Pick<ChatTexts, 'speakers'>): string {
  return speakers[role] ?? speakers['notice'] ?? role;
}
