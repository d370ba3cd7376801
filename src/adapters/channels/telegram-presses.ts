/**
 * A press on a card's button: who pressed, which card was on screen, what was decided, and an honest word back.
 *
 * A decision names the digest and nonce of the card that was on screen, never merely the approval. This process remembers what it
 * showed under which message id; after a restart the seal in the message's own text does the same (telegram-card.ts), held against the card
 * the approval would show now. A press that neither can vouch for decides nothing.
 */
import type { ApprovalCard, DecisionAnswer } from '../../machines/domain/approval-card.ts';
import type { Failure } from '../../machines/domain/failure.ts';
import type { Receiver } from '../channel.ts';
import { sealIn, sealOf } from './telegram-card.ts';
import type { Press } from './telegram-intake.ts';
import { inward } from './telegram-inward.ts';
import type { TelegramTexts } from './telegram-texts.ts';

/** The buttons of a card: `a:`, the approval's key of eight characters, a letter. */
export function cardButtons(card: ApprovalCard, texts: TelegramTexts) {
  const button = (text: string, letter: 'a' | 'd' | 'i') => ({ text, callback_data: `a:${card.key}${letter}` });
  return {
    inline_keyboard: [
      [
        { ...button(texts.card.approve, 'a'), style: 'success' as const },
        { ...button(texts.card.deny, 'd'), style: 'danger' as const },
        button(texts.card.info, 'i'),
      ],
    ],
  };
}

/** Cards shown by this process, by message. */
export interface ShownCards {
  remember(chatId: number, messageId: number, card: ApprovalCard): void;
  /** Which card of this approval stands in that message. */
  find(chatId: number, messageId: number, key: string): Pick<ApprovalCard, 'key' | 'digest' | 'nonce'> | undefined;
}

export function shownCards(): ShownCards {
  const most = 1000;
  const cards = new Map<string, Pick<ApprovalCard, 'key' | 'digest' | 'nonce'>>();
  return {
    remember(chatId, messageId, { key, digest, nonce }) {
      cards.set(`${chatId}/${messageId}`, { key, digest, nonce });
      for (const oldest of cards.keys()) if (cards.size > most) cards.delete(oldest);
    },
    find(chatId, messageId, key) {
      const card = cards.get(`${chatId}/${messageId}`);
      return card?.key === key ? card : undefined;
    },
  };
}

export interface Answer {
  readonly text: string;
  /** Shown as a dialogue, not as a passing line: the owner expected something else. */
  readonly alert: boolean;
}

export type PressEnd =
  | { readonly answer: Answer }
  /** The whole card is to be shown. */
  | { readonly info: ApprovalCard }
  /** The house could not take the decision; the update must come again. */
  | { readonly failure: Failure };

/** What a press comes to. */
export async function decidePress(
  press: Press,
  shown: ShownCards,
  receiver: Receiver,
  texts: TelegramTexts,
): Promise<PressEnd> {
  const match = /^a:([A-Za-z0-9_-]{8})([adi])$/.exec(press.data);
  const [, key = '', letter = ''] = match ?? [];
  if (match === null) return refuse(texts.answers.unknownButton);
  const current = await inward(async () => receiver.card(key));
  if ('failure' in current) return current;
  if (letter === 'i') return current.value ? { info: current.value } : refuse(texts.answers.over);

  const seen = seenCard(press, key, shown, current.value);
  if (seen === 'nothing') return refuse(texts.answers.tooOld);
  if (seen === 'another') return refuse(texts.answers.changed);
  const decided = await inward(() =>
    receiver.decide({
      approval: key,
      decision: letter === 'a' ? 'approve' : 'deny',
      by: `telegram:${press.userId}`,
      digest: seen.digest,
      nonce: seen.nonce,
    }),
  );
  if (!('failure' in decided)) return { answer: answerTo(decided.value, texts) };
  const { kind, message } = decided.failure;
  return kind === 'denied' || kind === 'invalid' ? refuse(texts.refused(message)) : decided;
}

/** The card that was on screen when the button was pressed. */
function seenCard(
  press: Press,
  key: string,
  shown: ShownCards,
  current: ApprovalCard | undefined,
): Pick<ApprovalCard, 'digest' | 'nonce'> | 'another' | 'nothing' {
  const remembered = shown.find(press.chatId, press.messageId, key);
  if (remembered !== undefined) return remembered;
  const sealed = press.offered && press.text !== undefined ? sealIn(press.text) : undefined;
  if (sealed === undefined || sealed.key !== key) return 'nothing';
  // The question is over: whoever keeps it says how it ended. The seal stands in for what is not known here, and matches nothing.
  if (current === undefined) return { digest: `seal:${sealed.seal}`, nonce: `seal:${sealed.seal}` };
  return sealed.seal === sealOf(current) ? current : 'another';
}

function answerTo(answer: DecisionAnswer, texts: TelegramTexts): Answer {
  if (answer.ok) return { text: texts.answers[answer.state], alert: false };
  if (answer.why === 'changed') return { text: texts.answers.changed, alert: true };
  const outcome = answer.outcome === undefined ? '' : `${texts.card.outcomes[answer.outcome]}. `;
  return { text: `${outcome}${answer.message}`, alert: true };
}

function refuse(text: string): { readonly answer: Answer } {
  return { answer: { text, alert: true } };
}
