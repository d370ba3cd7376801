/** `straylight ask`: one message, its reply, and what waits for the owner. */

import type { Agent } from '../../api/client/agent.ts';
import { noUsage } from '../../domain/conversation/message.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { readable } from '../../domain/text/visible.ts';
import { waitingLines } from '../approvals/card.ts';
import { type Io, jsonText } from '../io.ts';
import { type TurnEnd, type TurnOptions, takeTurn, wholeReply } from './turn.ts';

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
}

/** Exit code 0: replied, or waiting for the owner; 1: the turn failed, was cancelled or expired. */
export async function ask(options: AskOptions): Promise<number> {
  const { agent, io, session, text, clientId, terms = {}, signal } = options;
  const shown = options.json ? new Set<string>() : await pendingKeys(agent);
  const onNote = (note: string) => io.err(io.style.warn(readable(note)));
  const end = await takeTurn({ agent, session, text, clientId, terms, signal, onNote });
  if (options.json) io.out(jsonText(asReport(end, session)));
  else for (const line of turnLines(end, options.now(), io, shown)) io.out(line);
  return end.kind === 'waiting' || end.report.outcome === 'done' ? 0 : 1;
}

/** The text after `ask`, or standard input if it is `-`. Throws a `Fault` if that is empty or a command of chats. */
export async function textToSay(typed: string, io: Io): Promise<string> {
  const text = (typed === '-' ? await io.readAll() : typed).trim();
  if (text === '') throw fault('invalid', 'the message is empty');
  // most messages are none, and the commands load much
  if (text.startsWith('/')) (await import('./typed-command.ts')).refuseCommand(text);
  return text;
}

/** What waits already; the terminal it was asked for in has shown its card. */
export async function pendingKeys(agent: Pick<Agent, 'approvals'>): Promise<ReadonlySet<string>> {
  return new Set((await agent.approvals.list({ state: 'pending' })).approvals.map(({ card }) => card.key));
}

/** How a turn ended, for a reader. `shown`: keys of the approvals whose cards were shown before. */
export function turnLines(end: TurnEnd, now: number, { style }: Io, shown: ReadonlySet<string>): string[] {
  if (end.kind === 'waiting') {
    const reply = end.report && wholeReply(end.report);
    return [
      ...(reply ? [readable(reply)] : []),
      ...(end.question === undefined
        ? []
        : [readable(end.question), style.dim('Waiting for your answer in this conversation.')]),
      ...waitingLines(end.approvals, now, style, shown),
      ...(end.question === undefined ? [style.dim('The turn continues after your decision.')] : []),
    ];
  }
  const { report } = end;
  const reply = wholeReply(report);
  return [
    ...(reply ? [readable(reply)] : []),
    ...(report.outcome === 'done' ? [] : [style.warn(`Turn ${report.outcome}.`)]),
    ...waitingLines(report.waiting, now, style, shown),
  ];
}

function asReport(end: TurnEnd, session: string) {
  if (end.kind === 'ended') return end.report;
  const { turn, report, approvals, question } = end;
  const open = { turn, session, outcome: 'running', reply: '', notes: [], usage: noUsage, toolCalls: [] };
  return { ...open, ...report, waiting: approvals, ...(question === undefined ? {} : { question }) };
}
