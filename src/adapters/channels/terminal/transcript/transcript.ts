/**
 * The frames of one conversation as it reads on a screen: replies as they come, everything else in a line of its own.
 */
import type { ActorRow, ChatMessage, Frame, TurnReport } from '../../../../domain/supervision/view.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import type { TerminalScreen } from '../screen.ts';
import type { Paint } from '../style.ts';
import { terminalTexts } from '../texts.ts';
import { isForTerminal, noticeText } from './notices.ts';
import { resultText } from './result-text.ts';
import { pieceOf, type Spoken, spokenOn } from './spoken.ts';

export interface Transcript {
  show(frame: Frame): void;
  /** The owner said this here, under an id of the client's; its echo is not shown again. */
  said(clientId: string): void;
  /** A question of the agent, unless it was shown as a message. */
  question(text: string): void;
  /** The last reply that is whole, as it was written. */
  lastReply(): string;
}

export interface TranscriptOptions {
  readonly session: string;
  readonly paper: Pick<TerminalScreen, 'print' | 'markdown' | 'stream' | 'finish'>;
  readonly paint: Paint;
  /** In which its owner is spoken to. */
  readonly language: Language;
  /** As its owner can type this program here; by its name if left out. */
  readonly program?: string | undefined;
  readonly steps?: Steps;
}

/** Do calls have lines of their own? Those that failed have one anyway. */
export interface Steps {
  areShown: boolean;
}

const allShown: Steps = { areShown: true };

export function transcript(options: TranscriptOptions): Transcript {
  const { session, paper, paint, language, program, steps = allShown } = options;
  const say = terminalTexts(language);
  const { dim } = paint;
  const said: string[] = [];
  const seen = new Set<string>();
  /** Calls whose line is not printed yet, by their id, with the name of the tool. */
  const calls = new Map<string, string>();
  /** What had a line in this turn. */
  const acts: string[] = [];
  const spoken: Spoken = spokenOn(paper);

  function show(text: string): void {
    if (text !== '') paper.print(text);
  }

  function message(said: ChatMessage): void {
    if (seen.has(said.id)) return;
    seen.add(said.id);
    if (said.role === 'assistant') {
      spoken.message(said.id, said.text);
      for (const call of said.toolCalls ?? []) calls.set(call.callId, call.name);
    } else if (said.role === 'tool') {
      spoken.finish();
      result(said);
    } else if (said.role === 'notice') show(noticeText(said, acts, { paint, say, program }));
    // it may come while a reply is written, which goes on beneath it
    else elsewhere(said);
  }

  /** The line of a call: what it does where that is known, else the name of its tool. */
  function call(callId: string, doing?: string, isShown = steps.areShown): void {
    const name = calls.get(callId);
    if (name === undefined || !isShown) return;
    calls.delete(callId);
    const line = oneLine(doing ?? name, 300);
    acts.push(line.replace(/\.$/, ''));
    paper.print(`${paint.accent('•')} ${line}`);
  }

  function result(said: ChatMessage): void {
    const isShown = steps.areShown || said.failed === true;
    for (const id of said.callId === undefined ? [...calls.keys()] : [said.callId]) call(id, said.doing, isShown);
    if (isShown) show(resultText(said, paint, say));
  }

  function elsewhere({ id, text }: ChatMessage): void {
    const isOwn = said.some(clientId => id.endsWith(`:${clientId}`));
    if (!isOwn) paper.print(dim(say.wroteElsewhere(oneLine(text, 300))));
  }

  function turn({ reply, outcome }: TurnReport): void {
    for (const id of [...calls.keys()]) call(id);
    calls.clear();
    spoken.finish();
    spoken.unlessSaid(reply);
    acts.length = 0;
    // how it ended is what the reply says
    if (outcome !== 'done' && reply.trim() === '')
      paper.print(dim(`· ${sentence(oneLine(say.ends[outcome] ?? outcome, 40))}`));
    paper.print('');
    spoken.forget();
  }

  function row({ parent, machine, callId, doing }: ActorRow): void {
    if (machine === 'tool-call' && parent === session && callId && doing !== undefined) call(callId, doing);
  }

  return {
    show(frame) {
      if (frame.type === 'delta' && frame.session === session) {
        if (!seen.has(frame.messageId)) spoken.piece(pieceOf(frame));
      } else if (frame.type === 'message' && (frame.session === session || isForTerminal(frame)))
        message(frame.message);
      else if (frame.type === 'turn' && frame.report.session === session) turn(frame.report);
      else if (frame.type === 'row') row(frame.row);
    },
    said(clientId) {
      said.push(clientId);
      if (said.length > 50) said.shift();
    },
    question: spoken.question,
    lastReply: spoken.last,
  };
}

/** A word as a sentence of its own. */
function sentence(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}.`;
}
