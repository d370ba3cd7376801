/**
 * A question of the agent that offers answers: a digit chooses one, other words are an answer too.
 *
 * Where several questions wait, what is said next answers the one that was asked first, so its answers are offered.
 */
import type { ActorRow } from '../../../../domain/supervision/view.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { terminalTexts } from '../texts.ts';

export interface Questions {
  /** An actor as it is now. */
  see(row: ActorRow): void;
  /** What may be typed; undefined: no answers are offered. */
  hint(): string | undefined;
  /** One waits. */
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

  const first = () => [...open.values()].toSorted((one, other) => one.since - other.since)[0];
  const optionAt = (text: string) => (/^[1-9]$/.test(text) ? first()?.options[Number(text) - 1] : undefined);
  const isSettled = () => clock.elapsed() - shownAt >= settleMs;

  return {
    see({ id, parent, machine, status, leaf, since, options = [] }) {
      if (machine !== 'tool-call' || parent !== session) return;
      const before = first();
      if (status === 'active' && leaf === 'waitingForInput.answer') open.set(id, { since, options });
      else open.delete(id);
      if (first()?.since !== before?.since) shownAt = clock.elapsed();
    },
    hint() {
      const options = first()?.options ?? [];
      if (options.length === 0) return undefined;
      const named = options.map((option, at) => `${at + 1} ${oneLine(option, 60)}`);
      return `${named.join(' · ')}; ${terminalTexts(language).ownAnswer}`;
    },
    isOpen: () => open.size > 0,
    isKey: text => isSettled() && optionAt(text) !== undefined,
    chosen: text => (isSettled() ? optionAt(text) : undefined),
  };
}
