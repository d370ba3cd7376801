/**
 * The owner's thumb: it says yes to every card the moment it appears, as often as the card asks, takes back what the
 * flow says, and leaves an incident as it is.
 */
import type { SentMessage, TelegramPeer } from '../../peers/telegram/telegram.ts';

export interface Taps {
  /** Taps every card once more that still asks; false: none does. For when nothing moves any more. */
  again(): boolean;
}

/** So often the owner taps one card before giving up on it. */
const mostTaps = 20;
const forEver = { timeoutMs: 600_000 };

/** Begins to tap; ends when the peer is closed. `undoes`: words of the cards whose yes is taken back. */
export function tapEveryCard(telegram: TelegramPeer, owner: number, undoes: readonly string[] = []): Taps {
  const taps = new Map<number, number>();
  /** Looks that were tapped: a card asks anew with each change of its buttons. */
  const looks = new Set<string>();

  /** What the owner would tap on this card as it looks now. */
  const wanted = ({ text, buttons }: SentMessage): string | undefined => {
    const button = (letter: string) =>
      buttons.find(({ data }) => data?.endsWith(letter) && data.startsWith('a:'))?.data;
    const left = buttons.find(({ data }) => data?.startsWith('i:') && data.endsWith('n'))?.data;
    return left ?? button('a') ?? button('y') ?? (undoes.some(word => text.includes(word)) ? button('u') : undefined);
  };
  const look = ({ messageId, history }: SentMessage): string => `${messageId}/${history.length}`;

  function tap(card: SentMessage): boolean {
    looks.add(look(card));
    const data = wanted(card);
    const before = taps.get(card.messageId) ?? 0;
    if (data === undefined || before >= mostTaps) return false;
    taps.set(card.messageId, before + 1);
    telegram.press(owner, card, data);
    return true;
  }

  const tapping = async (): Promise<void> => {
    for (;;) tap(await telegram.sent.until(card => wanted(card) !== undefined && !looks.has(look(card)), forEver));
  };
  const insisting = async (): Promise<void> => {
    for (let from = 0; ; ) {
      const answer = await telegram.answers.until(({ text }) => /try again|newest card/i.test(text), {
        from,
        ...forEver,
      });
      from = telegram.answers.all.indexOf(answer) + 1;
      const newest = telegram.sent.all.findLast(card => wanted(card) !== undefined);
      if (newest) tap(newest);
    }
  };
  void Promise.allSettled([tapping(), insisting()]);
  return {
    again: () => telegram.sent.all.filter(card => wanted(card) !== undefined && tap(card)).length > 0,
  };
}
