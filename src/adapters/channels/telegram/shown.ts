/** Which card this process has put into which message: what was on screen when a button there is pressed. */
import type { SeenCard } from '../../../domain/approvals/press.ts';
import { dropOldest } from '../../../domain/collections/drop-oldest.ts';

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
