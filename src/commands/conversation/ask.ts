/** `straylight ask`: one message, its reply, and what waits for the owner. */

import type { Agent } from '../../api/client/agent.ts';
import { noUsage } from '../../domain/conversation/message.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { ApprovalRow, Frame } from '../../domain/supervision/view.ts';
import { ago } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { defined } from '../../domain/text/json.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { sayIn } from '../say.ts';
import { isRefused, type TurnEnd, type TurnOptions, takeTurn, wholeReply } from './turn.ts';

export interface AskOptions {
  readonly agent: Agent;
  readonly io: Io;
  readonly session: string;
  readonly text: string;
  readonly json: boolean;
  readonly clientId: string;
  readonly terms?: NonNullable<TurnOptions['terms']>;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Up to when the reports of a conversation were shown in a chat; without it none was. */
  readonly seenUntil?: (session: string) => Promise<number>;
  /** Shows the turn while it runs. */
  readonly live?: () => Promise<Live | undefined>;
}

/** What is shown while a turn runs. */
interface Live {
  see(frame: Frame): void;
  close(): void;
  /** Shows what of the reply was not shown yet; false where replies are not shown there. */
  reply(text: string): boolean;
}

/**
 * Exit code 0: replied, or waiting for the owner; 1: the turn failed, was cancelled or expired, or ended with a call that
 * was refused.
 */
export async function ask(options: AskOptions): Promise<number> {
  const { agent, io, session, text, clientId, terms = {}, signal } = options;
  const onNote = (note: string) => io.err(io.style.warn(readable(note)));
  const [shown, reports] = options.json
    ? [new Set<string>(), []]
    : await Promise.all([pendingKeys(agent), missed(agent, session, io, options)]);
  for (const line of reports) (io.quote ?? io.err)(line);
  // what it draws would stand between the lines above
  const live = options.json ? undefined : await options.live?.();
  const end = await takeTurn({
    agent,
    session,
    text,
    clientId,
    terms,
    signal,
    onNote,
    onFrame: live?.see,
  }).finally(() => live?.close());
  const isShown = live?.reply(end.report?.reply ?? '') ?? false;
  if (options.json) io.out(jsonText(asReport(end, session)));
  else for (const line of await turnLines(end, options.now(), io, shown, isShown)) io.out(line);
  return isWell(end) ? 0 : 1;
}

/** It did what was asked, or waits for the owner. */
export function isWell(end: TurnEnd): boolean {
  return end.kind === 'waiting' || (end.report.outcome === 'done' && !isRefused(end.report));
}

/**
 * The text after `ask`, or standard input if it is `-`. `piped`: what a program or a file gives beside it, which stands
 * below; it answers undefined if nothing came in time. Throws a `Fault` if that is empty or a command of chats.
 */
export async function textToSay(
  typed: string,
  io: Io,
  piped = async (): Promise<string | undefined> => '',
): Promise<string> {
  const text = (typed === '-' ? await io.readAll() : await withPiped(typed, io, piped)).trim();
  if (text === '') throw fault('invalid', sayIn(io)('the message is empty'));
  // most messages are none, and the commands load much
  if (text.startsWith('/')) (await import('./typed-command.ts')).refuseCommand(text, io);
  return text;
}

/** As in `git diff | straylight ask "what changes?"`. */
async function withPiped(typed: string, io: Io, piped: () => Promise<string | undefined>): Promise<string> {
  const given = await piped();
  if (given === undefined) io.err(io.style.dim(words[io.language ?? 'en'].nothingCame));
  return given ? `${typed}\n\n${given}` : typed;
}

/**
 * Reminders and other reports that came into the conversation since its owner wrote last, but for those that were shown
 * in a chat: nobody may have looked. They are no part of a reply, so they stand beside it.
 */
export async function missed(
  agent: Pick<Agent, 'sessions'>,
  session: string,
  { style, language = 'en' }: Io,
  { now, seenUntil = async () => 0 }: Pick<AskOptions, 'now' | 'seenUntil'>,
): Promise<readonly string[]> {
  const { messages } = await agent.sessions.messages({ id: session, limit: 20 });
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'owner') + 1);
  const reports = since.filter(({ role, turn, isSetAside }) => role === 'notice' && turn === '' && isSetAside !== true);
  if (reports.length === 0) return [];
  const until = await seenUntil(session);
  return reports
    .filter(({ at }) => at > until)
    .slice(-mostReports)
    .map(one => style.dim(`· ${ago(now() - one.at, language)}: ${oneLine(one.text, 300)}`));
}

const mostReports = 5;

/** What waits already; the terminal it was asked for in has shown its card. */
export async function pendingKeys(agent: Pick<Agent, 'approvals'>): Promise<ReadonlySet<string>> {
  return new Set((await agent.approvals.list({ state: 'pending' })).approvals.map(({ card }) => card.key));
}

/**
 * How a turn ended, for a reader. `shown`: keys of the approvals whose cards were shown before; `isShown`: the reply was,
 * too.
 */
export async function turnLines(
  end: TurnEnd,
  now: number,
  io: Io,
  shown: ReadonlySet<string>,
  isShown = false,
): Promise<string[]> {
  const { style, language = 'en' } = io;
  const say = words[language];
  if (end.kind === 'waiting') {
    const reply = end.report && wholeReply(end.report, isShown);
    return [
      ...(reply ? [readable(reply)] : []),
      ...(end.question === undefined ? [] : [readable(end.question), style.dim(say.answerHere)]),
      ...(await waiting(end.approvals, now, io, shown)),
      ...(end.question === undefined ? [style.dim(say.goesOn)] : []),
    ];
  }
  const { report } = end;
  const reply = wholeReply(report, isShown);
  return [
    ...(reply ? [readable(reply)] : []),
    ...(report.outcome === 'done' ? [] : [style.warn(say.ended(report.outcome))]),
    ...(await waiting(report.waiting, now, io, shown)),
  ];
}

/** What shows a card is loaded where there is one. */
async function waiting(
  approvals: readonly ApprovalRow[],
  now: number,
  { style, language, program }: Io,
  shown: ReadonlySet<string>,
) {
  if (approvals.length === 0) return [];
  const { waitingLines } = await import('../approvals/card.ts');
  return waitingLines(approvals, now, style, { shown, language, program });
}

const ends: Readonly<Record<string, string>> = {
  failed: 'fehlgeschlagen',
  cancelled: 'abgebrochen',
  expired: 'abgelaufen',
  paused: 'pausiert',
};

const words = catalog('commands/conversation/ask', {
  en: {
    answerHere: 'Waiting for your answer in this conversation.',
    goesOn: 'The turn continues after your decision.',
    nothingCame: 'Nothing came on standard input for 3 seconds, so the message goes without it.',
    ended: (outcome: string) => `Turn ${outcome}.`,
  },
  de: {
    answerHere: 'Wartet auf deine Antwort in diesem Gespräch.',
    goesOn: 'Die Runde geht nach deiner Entscheidung weiter.',
    nothingCame: 'Auf der Standardeingabe kam 3 Sekunden lang nichts, die Nachricht geht ohne sie hinaus.',
    ended: (outcome: string) => `Runde ${ends[outcome] ?? outcome}.`,
  },
});

function asReport(end: TurnEnd, session: string) {
  if (end.kind === 'ended') return end.report;
  const { turn, report, approvals, question } = end;
  const open = { turn, session, outcome: 'running', reply: '', notes: [], usage: noUsage, toolCalls: [] };
  return { ...open, ...report, waiting: approvals, ...defined({ question }) };
}
