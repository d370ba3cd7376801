/**
 * Which card a message shows, and what became of its approval since: by what this process put into the message, and by
 * the seal in its text.
 *
 * The seal is a hash over key, digest and nonce. Telegram keeps the message, and only the bot can write it, so a press
 * that comes after a restart can still be held against the card the owner was looking at.
 */
import { createHash } from 'node:crypto';
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import { type Seen, type SeenCard, seenCard } from '../../../../domain/approvals/press.ts';
import { dropOldest } from '../../../../domain/collections/drop-oldest.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { Press } from '../incoming/update-meaning.ts';

/** Which card this process has put into which message. */
export interface ShownCards {
  /** `again`: shown once more because the owner asked for it, so nobody else knows of that message. */
  remember(chatId: number, messageId: number, card: SeenCard, again?: boolean): void;
  /** Which card of this approval stands in that message. */
  find(chatId: number, messageId: number, key: string): SeenCard | undefined;
  /** The messages in which the card of this approval was shown again. */
  again(key: string): readonly { readonly chatId: number; readonly messageId: number }[];
}

/** So many are remembered; an older one proves itself by the seal in its own text. */
const most = 1000;

export function shownCards(): ShownCards {
  const cards = new Map<string, SeenCard & { readonly chatId: number; readonly messageId: number; again: boolean }>();
  return {
    remember(chatId, messageId, { key, digest, nonce }, again = false) {
      cards.set(`${chatId}/${messageId}`, { key, digest, nonce, chatId, messageId, again });
      dropOldest(cards, most);
    },
    find(chatId, messageId, key) {
      const card = cards.get(`${chatId}/${messageId}`);
      return card?.key === key ? card : undefined;
    },
    again: key => [...cards.values()].filter(card => card.again && card.key === key),
  };
}

/** Ties key, digest and nonce together; 64 bits, shown on the card. */
export function sealOf({ key, digest, nonce }: SeenCard): string {
  return createHash('sha256')
    .update(JSON.stringify([key, digest, nonce]))
    .digest('hex')
    .slice(0, 16);
}

/** The key and seal that a card's message shows; undefined where it is no card of ours. */
function sealIn(text: string): { readonly key: string; readonly seal: string } | undefined {
  const match = /(?:^|\n)(\S{1,32}) · ([0-9a-f]{16})$/.exec(text);
  return match ? { key: match[1] ?? '', seal: match[2] ?? '' } : undefined;
}

/**
 * The card that was on screen as a button of this approval was pressed. The seal counts where Telegram shows the
 * message, and it is a card of this approval.
 */
export function cardOnScreen(
  { chatId, messageId, label, text }: Press,
  key: string,
  shown: ShownCards,
  current: ApprovalCard | undefined,
): Seen {
  const sealed = label !== undefined && text !== undefined ? sealIn(text) : undefined;
  return seenCard(
    { remembered: shown.find(chatId, messageId, key), sealed: sealed?.key === key ? sealed.seal : undefined, current },
    sealOf,
  );
}

/** The cards that wait for the owner, the newest first. Rejects where Straylight cannot say now. */
export async function openCards({ ask }: Pick<Receiver, 'ask'>): Promise<readonly ApprovalCard[]> {
  const { approvals } = await ask('approvals.list', { state: 'pending' }, { by: 'telegram' });
  return approvals.map(({ card }) => card);
}

/** That of one approval; undefined: there is none, or it is decided. */
export async function openCard(receiver: Pick<Receiver, 'ask'>, key: string): Promise<ApprovalCard | undefined> {
  return (await openCards(receiver)).find(card => card.key === key);
}
