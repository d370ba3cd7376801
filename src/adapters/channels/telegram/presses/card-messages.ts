/** What a press on a card leads to in the chat: new buttons, the card once more, several on one card, a question. */
import type { ForceReply } from 'grammy/types';
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import type { Stage } from '../../../../domain/approvals/press.ts';
import { toFailure } from '../../../../domain/supervision/failure.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { type Answer, refusal } from '../cards/answers.ts';
import { batchKeyboard, batchRuns } from '../cards/batch.ts';
import { keyboard } from '../cards/boards.ts';
import { type CardLook, cardHtml, infoRuns } from '../cards/card.ts';
import { questionRuns } from '../cards/reasons.ts';
import { openCards, type ShownCards } from '../cards/seen-cards.ts';
import { waitingList } from '../cards/waiting.ts';
import type { Press } from '../incoming/update-meaning.ts';
import type { TelegramLog } from '../log.ts';
import { orFailure } from '../or-failure.ts';
import { html } from '../outgoing/html.ts';
import type { Sending } from '../outgoing/sending.ts';
import type { ListPressEnd } from './list-presses.ts';
import type { Taps } from './taps.ts';

/** What a press on a card comes to. */
export type CardEnd =
  /** `board`: the buttons that stand under the card from now on. */
  | { readonly answer: Answer; readonly board?: { readonly card: ApprovalCard; readonly show: Stage } }
  | ListPressEnd
  /** The owner is to be asked why not. */
  | { readonly why: ApprovalCard };

export interface CardMessages {
  /** Answers a press, and shows what it has come to. */
  show(press: Press, end: CardEnd, signal: AbortSignal): Promise<void>;
  /** Lists what waits, with a button for each that shows its card once more. */
  showWaiting(chat: string, signal: AbortSignal): Promise<void>;
}

export function cardMessages({
  receiver,
  out,
  taps,
  shown,
  look,
  clock,
  log,
}: {
  readonly receiver: Receiver;
  readonly out: Sending;
  readonly taps: Taps;
  readonly shown: ShownCards;
  readonly look: CardLook;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: TelegramLog;
}): CardMessages {
  const { cards, texts } = look;
  const { attempt } = taps;

  /**
   * Puts the buttons of the next stage under the card. Where they do not get there, nothing may look as if they had.
   */
  async function withBoard(
    { answer, ...end }: Extract<CardEnd, { readonly answer: unknown }>,
    { chat, messageId }: Press,
    signal: AbortSignal,
  ): Promise<Answer> {
    const board = 'board' in end ? end.board : undefined;
    if (board === undefined) return answer;
    try {
      await out.keyboard(chat, String(messageId), keyboard(board.card, board.show, cards), signal);
      return answer;
    } catch (error) {
      const { message } = toFailure(error);
      if (/message is not modified/.test(message)) return answer;
      log('warn', 'the buttons of a card could not be changed', { problem: message });
      return isDecided(board.show) ? answer : refusal(texts.taps.notShown);
    }
  }

  async function showAgain(chat: string, card: ApprovalCard, signal: AbortSignal): Promise<void> {
    const { ref } = await out.message(chat, cardHtml(card, look, chat), signal, keyboard(card, 'choose', cards));
    shown.remember(out.ownerChat(chat).chatId, Number(ref), card, true);
  }

  async function showBatch(chat: string, batch: readonly ApprovalCard[], signal: AbortSignal): Promise<void> {
    await out.message(chat, html(batchRuns(batch, look)), signal, batchKeyboard(batch, cards));
  }

  async function askWhy(chat: string, card: ApprovalCard, signal: AbortSignal): Promise<void> {
    const reply: ForceReply = { force_reply: true, input_field_placeholder: cards.reason.placeholder };
    await out.message(chat, html(questionRuns(card, look)), signal, reply);
  }

  return {
    async show(pressed, end, signal) {
      const { chat, messageId, queryId } = pressed;
      const answer = 'answer' in end ? await withBoard(end, pressed, signal) : { text: '', alert: false };
      await taps.answer(queryId, answer, signal);
      if ('isOver' in end)
        await attempt('a batch kept its buttons', () =>
          out.keyboard(chat, String(messageId), { inline_keyboard: [] }, signal),
        );
      if ('info' in end) await out.tell(chat, infoRuns(end.info, look), signal);
      if ('again' in end) await attempt('a card was not shown again', () => showAgain(chat, end.again, signal));
      if ('batch' in end) await attempt('a batch was not shown', () => showBatch(chat, end.batch, signal));
      if ('why' in end) await attempt('the question why not was not sent', () => askWhy(chat, end.why, signal));
    },
    async showWaiting(chat, signal) {
      const lists = await orFailure(async () => {
        const { standing } = await receiver.ask('standing.list', {}, { by: 'telegram' });
        return { standing, open: await openCards(receiver) };
      });
      if ('failure' in lists) return out.tell(chat, texts.refused(lists.failure.message), signal);
      const { runs, buttons } = waitingList(lists.value.open, lists.value.standing, look, clock.now());
      const rows = buttons.length === 0 ? undefined : { inline_keyboard: buttons.map(button => [button]) };
      await attempt('the list of what waits was not sent', () => out.message(chat, html(runs), signal, rows));
    },
  };
}

/** The decision stands, whatever becomes of the buttons. */
function isDecided(board: Stage): boolean {
  return board === 'undo' || board === 'choose';
}
