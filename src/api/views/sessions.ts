/**
 * Conversations as they are shown: those of a chat, those of all chats, what was said in one, and how far it is
 * trusted.
 */
import type { ChatSession } from '../../domain/conversation/chat-session.ts';
import { chatOf, shortName } from '../../domain/conversation/chat-session.ts';
import type { FoundMessage, ListedConversation } from '../../domain/conversation/listed-conversation.ts';
import type { TrustView } from '../../domain/policy/trust.ts';
import type { ChatMessage } from '../../domain/supervision/view.ts';
import { ago } from '../../domain/text/ago.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { type Action, type Line, type Look, lines, type Row, type View } from '../view.ts';
import { type SessionTexts, sessionTexts } from './session-texts.ts';

/** The conversations of a chat by number; `others`: those of other chats, by name. */
export function chatSessions(
  {
    sessions,
    others = [],
  }: { readonly sessions: readonly ChatSession[]; readonly others?: readonly ListedConversation[] | undefined },
  look: Look,
  { id }: { readonly id: string },
): View {
  const say = sessionTexts[look.language];
  return [
    lines(say.ofChat, 'strong'),
    { kind: 'table', rows: sessions.map(one => rowOf(one, id, look)) },
    ...(others.length === 0
      ? []
      : [
          lines(say.others(look.typed('session NAME'))),
          { kind: 'table', rows: others.map(one => otherRow(one, id, look)) } as const,
        ]),
    { kind: 'actions', actions: [{ label: say.begin, operation: 'sessions.begin', input: { id } }] },
  ];
}

function rowOf({ number, title, at, isCurrent, agent }: ChatSession, id: string, { language, now }: Look): Row {
  const say = sessionTexts[language];
  const facts = [
    ...(at === undefined ? [] : [ago(now - at, language)]),
    ...(agent === undefined ? [] : [say.ofAgent(agent)]),
    ...(isCurrent ? [say.current] : []),
  ];
  const open: Action = { label: say.open(String(number)), operation: 'sessions.choose', input: { id, number } };
  return {
    cells: [String(number), title === '' ? say.nothingSaid : oneLine(title, 60), facts.join(', ')],
    actions: isCurrent ? [] : [open],
  };
}

function otherRow({ session, title, at }: ListedConversation, id: string, { language, now }: Look): Row {
  const name = shortName(session);
  const open: Action = { label: sessionTexts[language].open(name), operation: 'sessions.choose', input: { id, name } };
  return { cells: [name, oneLine(title, 60), ago(now - at, language)], actions: [open] };
}

/** A fresh conversation, and what becomes of the others. */
export function begun({ session: { number } }: { readonly session: ChatSession }, { language, typed }: Look): View {
  const say = sessionTexts[language];
  return [lines(say.began(number, typed))];
}

/** Where somebody is from now on. */
export function switched({ session }: { readonly session: ChatSession }, { language, chat }: Look): View {
  const say = sessionTexts[language];
  const isOther = chat !== undefined && chatOf(session.session) !== chatOf(chat);
  const where = isOther ? shortName(session.session) : say.numbered(session.number);
  return [lines(say.switched(where, oneLine(session.title, 60)))];
}

export function noConversation(
  { number, name = '' }: { readonly number?: number | undefined; readonly name?: string | undefined },
  { language, typed }: Look,
): string {
  return sessionTexts[language].noConversation(number === undefined ? oneLine(name, 70) : number, typed('sessions'));
}

export function stepsShown({ isVerbose }: { readonly isVerbose: boolean }, { language, typed }: Look): View {
  const { verboseOn, verboseOff } = sessionTexts[language];
  return [lines(isVerbose ? verboseOn(typed('verbose off')) : verboseOff(typed('verbose on')))];
}

/** The newest messages of a conversation, the last one last. */
export function messagesSaid({ messages }: { readonly messages: readonly ChatMessage[] }, { language }: Look): View {
  const say = sessionTexts[language];
  const said = messages.filter(({ role, text }) => role !== 'tool' && text.trim() !== '');
  if (said.length === 0) return [lines(say.nothingThere)];
  return said.flatMap(({ role, text }) => [lines(speaker(role, say), 'strong'), lines(readable(text.trim()))]);
}

/** How far a conversation is trusted, and which text from outside is why. */
export function trustShown(
  view: TrustView,
  { language, now, typed, chat }: Look,
  { id }: { readonly id: string },
): View {
  const { level, texts: outside, count, trustedUntil, through } = view;
  const say = sessionTexts[language];
  const before = trustedUntil === undefined ? [] : [say.trustedBefore(ago(now - trustedUntil, language))];
  if (!isAsking(view)) return [lines([say.trusted, ...before].join('\n'))];
  const from = (name: string) => say.sources[name] ?? oneLine(name, 60);
  const said = [
    level === 'external' ? say.untrusted : say.repeated,
    ...before,
    ...(count > outside.length ? [say.newest(outside.length, count)] : []),
    ...outside.map(one => `- ${ago(now - one.at, language)}, ${from(one.from)}: ${oneLine(one.excerpt, 160)}`),
    ...(outside.length === 0 ? [say.fromMemory] : []),
    say.risk,
    ...(chat === undefined ? [] : [say.howToTrust(typed(`trust ${say.yes}`))]),
  ];
  const action = { label: say.trust, operation: 'sessions.restoreTrust', input: { id, through }, confirm: say.risk };
  return [lines(said.join('\n')), { kind: 'actions', actions: [action] }];
}

/** Does anything ask first because of a text? */
export function isAsking({ level, count }: TrustView): boolean {
  return level === 'external' || count > 0;
}

export function trustedAgain({ restored }: { readonly restored: boolean }, { language }: Look): View {
  const say = sessionTexts[language];
  return [lines(restored ? say.trustedAgain : say.trustedAlready)];
}

/** The conversations of all chats. */
export function allConversations(
  { conversations }: { readonly conversations: readonly ListedConversation[] },
  { language, now, typed }: Look,
): View {
  const say = sessionTexts[language];
  if (conversations.length === 0) return [lines(say.none)];
  const rows = conversations.map(({ session, title, isPinned, at, agent }) => ({
    cells: [
      shownName(session),
      ago(now - at, language),
      `${isPinned ? say.pinned : ''}${agent === undefined ? '' : `${say.ofAgent(agent)}: `}${oneLine(title, 80)}`,
    ],
  }));
  return [
    { kind: 'table', rows },
    lines(say.howToRead(typed('sessions show ID'), typed('chat --session NAME')), 'quiet'),
  ];
}

/** What was found in conversations, and conversations of that name. */
export function foundConversations(
  {
    conversations,
    messages,
    isPartial,
  }: {
    readonly conversations: readonly ListedConversation[];
    readonly messages: readonly FoundMessage[];
    readonly isPartial?: true | undefined;
  },
  { language, now }: Look,
): View {
  const say = sessionTexts[language];
  if (messages.length + conversations.length === 0) return [lines(say.notFound)];
  const found: readonly Line[] = [
    ...conversations.map(({ session, title, at }) => ({
      text: `${shownName(session)}, ${ago(now - at, language)}: ${oneLine(title, 80)}`,
    })),
    ...(isPartial ? [{ text: say.partlyFound }] : []),
    ...messages.flatMap(({ session, role, excerpt, at }) => [
      { text: `${shownName(session)}, ${speaker(role, say)}, ${ago(now - at, language)}`, tone: 'quiet' } as const,
      { text: `  ${oneLine(excerpt, 400)}` },
    ]),
  ];
  return [{ kind: 'lines', lines: found }];
}

/** An address as it is typed: what every one begins with is left out. */
function shownName(session: string): string {
  return oneLine(session.replace(/^session:/, ''), 80);
}

function speaker(role: string, { speakers }: SessionTexts): string {
  return speakers[role] ?? speakers['notice'] ?? role;
}
