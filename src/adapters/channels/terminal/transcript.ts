/**
 * The frames of one conversation as it reads on a screen: replies as they come, everything else in a line of its own.
 */
import type { ActorRow, ChatMessage, Frame, TurnReport } from '../../../domain/supervision/view.ts';
import { exactly, oneLine, readable } from '../../../domain/text/visible.ts';
import type { Paint } from './style.ts';

export interface Paper {
  print(text: string): void;
  markdown(text: string): void;
  stream(text: string): void;
  finish(): void;
}

export interface Transcript {
  show(frame: Frame): void;
  /** The owner said this here; its echo is not shown again. */
  said(text: string): void;
  /** A question of the agent, unless it was shown as a message. */
  question(text: string): void;
  /** The last reply that is whole, as it was written. */
  lastReply(): string;
}

export interface TranscriptOptions {
  readonly session: string;
  readonly paper: Paper;
  readonly paint: Paint;
}

/** So many lines of what a tool answered are shown; the page has all of them. */
const mostLines = 4;

export function transcript({ session, paper, paint }: TranscriptOptions): Transcript {
  const { dim } = paint;
  const said: string[] = [];
  const seen = new Set<string>();
  /** Calls whose line is not printed yet, by their id, with the name of the tool. */
  const calls = new Map<string, string>();
  let writing: { readonly id: string; text: string; carry: string } | undefined;
  /** The last thing the agent said in this turn, by stream, message or question. */
  let last = '';
  let reply = '';

  function finish(): void {
    if (!writing) return;
    if (writing.carry !== '') paper.stream(readable(writing.carry));
    last = writing.text.trim();
    if (last !== '') reply = last;
    writing = undefined;
    paper.finish();
  }

  function delta(id: string, text: string): void {
    if (seen.has(id)) return;
    if (writing?.id !== id) {
      finish();
      writing = { id, text: '', carry: '' };
    }
    writing.text += text;
    // Half of a line end or of a character waits for its other half.
    const whole = writing.carry + text;
    const keep = /[\r\ud800-\udbff]$/.test(whole) ? 1 : 0;
    writing.carry = whole.slice(whole.length - keep);
    paper.stream(readable(whole.slice(0, whole.length - keep)));
  }

  function agentSaid(text: string): void {
    if (text.trim() === '' || text.trim() === last) return;
    last = text.trim();
    reply = last;
    paper.markdown(readable(text.trimEnd()));
  }

  function message(said: ChatMessage): void {
    if (seen.has(said.id)) return;
    if (writing?.id === said.id && said.text.startsWith(writing.text))
      delta(said.id, said.text.slice(writing.text.length));
    seen.add(said.id);
    finish();
    if (said.role === 'assistant') {
      agentSaid(said.text);
      for (const call of said.toolCalls ?? []) calls.set(call.callId, call.name);
    } else if (said.role === 'tool') result(said);
    else if (said.role === 'notice') paper.print(dim(`· ${oneLine(said.text, 500)}`));
    else elsewhere(said.text);
  }

  /** The line of a call: what it does where that is known, else the name of its tool. */
  function call(callId: string, doing?: string): void {
    const name = calls.get(callId);
    if (name === undefined) return;
    calls.delete(callId);
    paper.print(`${paint.accent('•')} ${oneLine(doing ?? name, 300)}`);
  }

  function result({ callId, text, failed }: ChatMessage): void {
    if (callId !== undefined) call(callId);
    else for (const [id] of calls) call(id);
    const lines = readable(text.trim())
      .split('\n')
      .map(line => line.trimEnd());
    const isDiff = lines.some(line => /^@@ .* @@/.test(line));
    const most = isDiff ? 40 : mostLines;
    const shown = lines.length > most + 1 ? lines.slice(0, most) : lines;
    const left = lines.length - shown.length;
    const mark = failed ? paint.removed('✗') : dim('→');
    const [first = '', ...others] = shown.map(line => exactly(line.replaceAll('\t', '  ')).slice(0, 300));
    paper.print(
      [
        `  ${mark} ${look(first === '' ? '(nothing)' : first, isDiff)}`,
        ...others.map(line => `    ${look(line, isDiff)}`),
        ...(left > 0 ? [dim(`    … ${left} more lines`)] : []),
      ].join('\n'),
    );
  }

  function look(line: string, isDiff: boolean): string {
    if (isDiff && /^\+(?!\+\+ )/.test(line)) return paint.added(line);
    if (isDiff && /^-(?!-- )/.test(line)) return paint.removed(line);
    return dim(line);
  }

  function elsewhere(text: string): void {
    const at = said.indexOf(text.trim());
    if (at >= 0) said.splice(at, 1);
    else paper.print(dim(`You wrote elsewhere: ${oneLine(text, 300)}`));
  }

  function turn(report: TurnReport): void {
    const { reply, outcome } = report;
    for (const [id] of calls) call(id);
    finish();
    // What stands beneath the reply was shown as a message of its own.
    if (last === '' || !reply.startsWith(last)) agentSaid(reply);
    if (outcome !== 'done') paper.print(dim(`· ${sentence(oneLine(outcome, 40))}`));
    paper.print('');
    last = '';
  }

  function row({ parent, machine, callId, doing }: ActorRow): void {
    if (machine === 'tool-call' && parent === session && callId !== undefined && doing !== undefined)
      call(callId, doing);
  }

  return {
    show(frame) {
      if (frame.type === 'delta' && frame.session === session) delta(frame.messageId, frame.delta);
      else if (frame.type === 'message' && frame.session === session) message(frame.message);
      else if (frame.type === 'turn' && frame.report.session === session) turn(frame.report);
      else if (frame.type === 'row') row(frame.row);
    },
    said(text) {
      said.push(text.trim());
      if (said.length > 50) said.shift();
      last = '';
    },
    question(text) {
      finish();
      agentSaid(text);
    },
    lastReply: () => reply,
  };
}

/** A word as a sentence of its own. */
function sentence(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}.`;
}
