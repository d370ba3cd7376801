/**
 * A question of the agent that offers answers: a digit chooses one, other words are an answer too.
 *
 * Where several questions wait, what is said next answers the one that was asked first, so its answers are offered.
 */
import type { ActorRow, Frame } from '../../../../domain/supervision/view.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { terminalTexts } from '../texts.ts';

export interface Questions {
  /** An actor as it is now. */
  see(row: ActorRow): void;
  /** What happens in the conversation. */
  hear(frame: Frame): void;
  /** The owner has said something. */
  answered(): void;
  /** What may be typed; undefined: no answers are offered. */
  hint(): string | undefined;
  /** One waits, or the agent put one with its last words: a yes or a no may be meant for that. */
  isOpen(): boolean;
  /** The digit alone is an answer. */
  isKey(text: string): boolean;
  /** The answer that a digit stands for. */
  chosen(text: string): string | undefined;
}

interface Open {
  readonly since: number;
  readonly options: readonly string[];
}

export function questionsOf({
  session,
  language,
  clock,
  settleMs,
}: {
  /** The conversation. */
  readonly session: string;
  readonly language: Language;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** A digit typed sooner than this after its question was begun before it, and chooses nothing. */
  readonly settleMs: number;
}): Questions {
  const open = new Map<string, Open>();
  let shownAt = 0;
  let isPut = false;

  const first = () => [...open.values()].toSorted((one, other) => one.since - other.since)[0];
  const optionAt = (text: string) => (/^[1-9]$/.test(text) ? first()?.options[Number(text) - 1] : undefined);
  const isSettled = () => clock.elapsed() - shownAt >= settleMs;

  function see({ id, parent, machine, status, leaf, since, options = [] }: ActorRow): void {
    if (machine !== 'tool-call' || parent !== session) return;
    const before = first();
    if (status === 'active' && leaf === 'waitingForInput.answer') open.set(id, { since, options });
    else open.delete(id);
    if (first()?.since !== before?.since) shownAt = clock.elapsed();
  }

  return {
    see,
    hear(frame) {
      if (frame.type === 'row') see(frame.row);
      isPut = asksIn(frame, session) ?? isPut;
    },
    answered() {
      isPut = false;
    },
    hint() {
      const options = first()?.options ?? [];
      if (options.length === 0) return undefined;
      const named = options.map((option, at) => `${at + 1} ${oneLine(option, 60)}`);
      return `${named.join(' · ')}; ${terminalTexts(language).ownAnswer}`;
    },
    isOpen: () => isPut || open.size > 0,
    isKey: text => isSettled() && optionAt(text) !== undefined,
    chosen: text => (isSettled() ? optionAt(text) : undefined),
  };
}

/** Whether the agent puts a question with what a frame brings; undefined: it says nothing there. */
function asksIn(frame: Frame, session: string): boolean | undefined {
  if (frame.type === 'row')
    return frame.row.id === session && frame.row.leaf === 'waitingForInput.answer' ? true : undefined;
  const said = wordsIn(frame, session).trim();
  // the answers that are offered may stand behind the question
  return said === '' ? undefined : (said.split(/\n\s*\n/).at(-1) ?? '').includes('?');
}

/** What the agent says in this conversation; what stands beneath its reply is none of it. */
function wordsIn(frame: Frame, session: string): string {
  if (frame.type === 'turn' && frame.report.session === session) return frame.report.reply;
  const isReply = frame.type === 'message' && frame.session === session && frame.message.role === 'assistant';
  return isReply ? frame.message.text : '';
}
