/**
 * The frames of one conversation as it reads on a screen: replies as they come, everything else in a line of its own.
 */
import type { ChatMessage, Frame, TurnReport } from '../../../domain/supervision/view.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';

export interface Paper {
  print(text: string): void;
  stream(text: string): void;
  finish(): void;
}

export interface Transcript {
  show(frame: Frame): void;
  /** The owner said this here; its echo is not shown again. */
  said(text: string): void;
  /** A question of the agent, unless it was shown as a message. */
  question(text: string): void;
}

export function transcript(session: string, paper: Paper, dim: (text: string) => string): Transcript {
  const said: string[] = [];
  const seen = new Set<string>();
  let writing: { readonly id: string; text: string; carry: string } | undefined;
  /** The last thing the agent said in this turn, by stream, message or question. */
  let last = '';

  function finish(): void {
    if (!writing) return;
    if (writing.carry !== '') paper.stream(readable(writing.carry));
    last = writing.text.trim();
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
    paper.print(readable(text.trimEnd()));
  }

  function message(said: ChatMessage): void {
    if (seen.has(said.id)) return;
    if (writing?.id === said.id && said.text.startsWith(writing.text))
      delta(said.id, said.text.slice(writing.text.length));
    seen.add(said.id);
    finish();
    if (said.role === 'assistant') {
      agentSaid(said.text);
      for (const call of said.toolCalls ?? []) paper.print(dim(`· ${oneLine(call.name, 80)}`));
    } else if (said.role === 'tool')
      paper.print(dim(`  ${said.failed ? '✗' : '→'} ${oneLine(said.text, 100) || '(nothing)'}`));
    else if (said.role === 'notice') paper.print(dim(`· ${oneLine(said.text, 500)}`));
    else elsewhere(said.text);
  }

  function elsewhere(text: string): void {
    const at = said.indexOf(text.trim());
    if (at >= 0) said.splice(at, 1);
    else paper.print(dim(`you, elsewhere: ${oneLine(text, 300)}`));
  }

  function turn({ reply, outcome }: TurnReport): void {
    finish();
    // What stands beneath the reply was shown as a message of its own.
    if (last === '' || !reply.startsWith(last)) agentSaid(reply);
    if (outcome !== 'done') paper.print(dim(`· ${sentence(oneLine(outcome, 40))}`));
    paper.print('');
    last = '';
  }

  return {
    show(frame) {
      if (frame.type === 'delta' && frame.session === session) delta(frame.messageId, frame.delta);
      else if (frame.type === 'message' && frame.session === session) message(frame.message);
      else if (frame.type === 'turn' && frame.report.session === session) turn(frame.report);
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
  };
}

/** A word as a sentence of its own. */
function sentence(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}.`;
}
