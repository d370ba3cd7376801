/** The lines above the prompt: what runs and what it has cost, and what a card asks for. */
import type { Clock } from '../../../ports/clock.ts';
import type { CardPrompt } from './answering/card-prompt.ts';
import type { Conversation } from './conversation.ts';
import type { TerminalScreen } from './screen.ts';
import type { Paint } from './style.ts';

export interface TurnLines {
  lines(): readonly string[];
  /** A turn has ended, so what it has cost is known. */
  ended(): void;
  /** Goes on by the second. */
  start(): void;
  stop(): void;
}

export function turnLines({
  conversation,
  cards,
  hint,
  screen,
  paint,
  clock,
  spent,
}: {
  readonly conversation: Pick<Conversation, 'isBusy' | 'running' | 'session'>;
  readonly cards: Pick<CardPrompt, 'isOpen'>;
  /** What may be typed beside a message; undefined: nothing is asked. */
  readonly hint: () => string | undefined;
  readonly screen: Pick<TerminalScreen, 'changed'>;
  readonly paint: Paint;
  readonly clock: Pick<Clock, 'after'>;
  /** What was spent since the owner's last message, in words; undefined: nothing. */
  readonly spent: (session: string) => Promise<string | undefined>;
}): TurnLines {
  let cost: string | undefined;
  let cancel = () => {};
  let ticks = 0;

  function look(): void {
    const session = conversation.session();
    spent(session)
      .then(words => {
        if (session !== conversation.session()) return;
        cost = words;
        screen.changed();
      })
      // it is looked for again in three seconds
      .catch(() => undefined);
  }

  function tick(): void {
    cancel = clock.after(1_000, tick);
    const isBusy = conversation.isBusy();
    if (isBusy && ++ticks % 3 === 0) look();
    if (isBusy || cards.isOpen()) screen.changed();
  }

  return {
    lines() {
      const running = conversation.running();
      const parts = [...(running === undefined ? [] : [`● ${running}`]), ...(cost === undefined ? [] : [cost])];
      return [
        ...(parts.length === 0 ? [] : [paint.dim(parts.join(' · '))]),
        ...(hint()?.split('\n').map(paint.warn) ?? []),
      ];
    },
    ended: look,
    start: tick,
    stop: () => cancel(),
  };
}
