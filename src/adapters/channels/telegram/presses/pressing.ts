/**
 * What a press or a list of cards brings about in Telegram: new buttons, an answer to the tap, a card or a question
 * sent.
 */
import type { ForceReply, InlineKeyboardMarkup } from 'grammy/types';
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { actorTexts } from '../actor-texts.ts';
import { type ActorPage, actorButton } from '../actors.ts';
import { refusal } from '../cards/answers.ts';
import { batchKeyboard, batchRuns } from '../cards/batch.ts';
import { type Board, keyboard } from '../cards/boards.ts';
import { type CardLook, cardHtml, infoRuns } from '../cards/card.ts';
import { answerIncident, incidentButton } from '../cards/incident.ts';
import { questionRuns } from '../cards/reasons.ts';
import { waitingList } from '../cards/waiting.ts';
import type { TelegramClient } from '../client.ts';
import type { Press } from '../incoming/intake.ts';
import { inward } from '../inward.ts';
import type { TelegramLog } from '../log.ts';
import { html } from '../outgoing/html.ts';
import type { Run } from '../outgoing/inline.ts';
import type { Sending } from '../outgoing/sending.ts';
import type { ShownCards } from '../shown.ts';
import { undoButton } from '../undo.ts';
import { undoTexts } from '../undo-texts.ts';
import { type ActorEnd, pressActor, typedActor, typedActors } from './actor-presses.ts';
import { decidePress, type PressEnd } from './presses.ts';
import { pressUndo, typedUndo, type UndoEnd } from './undo-presses.ts';

export interface Pressing {
  /** Takes a press; a failure means that the update must come again. */
  press(press: Press, receiver: Receiver, signal: AbortSignal): Promise<Failure | undefined>;
  /** Answers a tap that is nobody's business here; the answer is not waited for. */
  turnAway(queryId: string, text: string): void;
  /** Lists what waits, with a button for each that shows its card once more. */
  showWaiting(chat: string, receiver: Receiver, signal: AbortSignal): Promise<void>;
  /** Shows what is not at rest, or with a name that actor. */
  showActors(chat: string, name: string | undefined, receiver: Receiver, signal: AbortSignal): Promise<void>;
  /** Shows what turns changed in the workspace, or with a number that turn. */
  showUndo(chat: string, id: number | undefined, receiver: Receiver, signal: AbortSignal): Promise<void>;
}

export interface PressingOptions {
  readonly client: TelegramClient;
  readonly out: Sending;
  readonly shown: ShownCards;
  readonly look: CardLook;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: TelegramLog;
}

export function pressing({ client, out, shown, look, clock, log }: PressingOptions): Pressing {
  const { texts } = look;
  const words = actorTexts[look.language];
  const undoWords = undoTexts[look.language];

  async function press(pressed: Press, receiver: Receiver, signal: AbortSignal): Promise<Failure | undefined> {
    const incident = incidentButton(pressed.data);
    if (incident) {
      const end = await answerIncident(pressed, incident, receiver, words, texts);
      if ('failure' in end) return end.failure;
      await tap(pressed.queryId, end.answer, signal);
      if (end.isOver) await attempt('an answered question kept its buttons', () => settle(pressed, end.chosen, signal));
      return undefined;
    }
    const actor = actorButton(pressed.data);
    if (actor) return putPage(pressed, await pressActor(pressed, actor, receiver, words, texts), signal);
    const undo = undoButton(pressed.data);
    if (undo) {
      const about = { service: receiver.undo, now: clock.now(), words: undoWords, texts };
      return putPage(pressed, await pressUndo(pressed, undo, about), signal);
    }
    return pressOnCard(pressed, receiver, signal);
  }

  /** Answers the tap and shows what it led to. */
  async function putPage(pressed: Press, end: ActorEnd | UndoEnd, signal: AbortSignal): Promise<Failure | undefined> {
    if ('failure' in end) return end.failure;
    const { answer, page, isNew = false } = end;
    await tap(pressed.queryId, answer, signal);
    if (page)
      await attempt('what a tap leads to was not shown', () =>
        isNew
          ? showPage(pressed.chat, page, signal)
          : out.edit(pressed.chat, String(pressed.messageId), html(page.runs), signal, keys(page)),
      );
    return undefined;
  }

  function showPage(chat: string, page: ActorPage, signal: AbortSignal): Promise<unknown> {
    return out.message(chat, html(page.runs), signal, page.buttons.length === 0 ? undefined : keys(page));
  }

  async function pressOnCard(pressed: Press, receiver: Receiver, signal: AbortSignal): Promise<Failure | undefined> {
    const end = await decidePress(pressed, shown, receiver, texts, clock.now);
    if ('failure' in end) return end.failure;
    const answer = 'answer' in end ? await withBoard(end, pressed, signal) : { text: '', alert: false };
    await tap(pressed.queryId, answer, signal);
    if ('isOver' in end) await attempt('a batch kept its buttons', () => takeButtons(pressed, signal));
    if ('info' in end) await out.tell(pressed.chat, infoRuns(end.info, look), signal);
    if ('again' in end) await attempt('a card was not shown again', () => showAgain(pressed.chat, end.again, signal));
    if ('batch' in end) await attempt('a batch was not shown', () => showBatch(pressed.chat, end.batch, signal));
    if ('why' in end) await attempt('the question why not was not sent', () => askWhy(pressed, end.why, signal));
    return undefined;
  }

  /**
   * Puts the buttons of the next stage under the card. Where they do not get there, nothing may look as if they had.
   */
  async function withBoard(
    { answer, ...end }: Extract<PressEnd, { readonly answer: unknown }>,
    { chat, messageId }: Press,
    signal: AbortSignal,
  ) {
    const board = 'board' in end ? end.board : undefined;
    if (board === undefined) return answer;
    try {
      await out.keyboard(chat, String(messageId), keyboard(board.card, board.show, texts), signal);
      return answer;
    } catch (error) {
      const { message } = toFailure(error);
      if (/message is not modified/.test(message)) return answer;
      log('warn', 'the buttons of a card could not be changed', { problem: message });
      return isDecided(board.show) ? answer : refusal(texts.answers.notShown);
    }
  }

  async function tap(queryId: string, { text, alert }: { text: string; alert: boolean }, signal: AbortSignal) {
    const answer = { text: clipped(text, 200), show_alert: alert };
    await attempt('a press was not answered', () =>
      client.call('answerCallbackQuery', 'again', signal, (api, native) =>
        api.answerCallbackQuery(queryId, answer, native),
      ),
    );
  }

  async function showAgain(chat: string, card: ApprovalCard, signal: AbortSignal): Promise<void> {
    const { ref } = await out.message(chat, cardHtml(card, look), signal, keyboard(card, 'choose', texts));
    shown.remember(out.ownerChat(chat).chatId, Number(ref), card, true);
  }

  async function showBatch(chat: string, cards: readonly ApprovalCard[], signal: AbortSignal): Promise<void> {
    await out.message(chat, html(batchRuns(cards, look)), signal, batchKeyboard(cards, texts));
  }

  function takeButtons({ chat, messageId }: Press, signal: AbortSignal): Promise<void> {
    return out.keyboard(chat, String(messageId), { inline_keyboard: [] }, signal);
  }

  /** A question that is answered says how. */
  function settle(pressed: Press, chosen: string | undefined, signal: AbortSignal): Promise<void> {
    const { chat, messageId, text } = pressed;
    if (chosen === undefined || text === undefined) return takeButtons(pressed, signal);
    const runs: readonly Run[] = [
      { text: `${text}\n\n`, style: {} },
      { text: chosen, style: { bold: true } },
    ];
    return out.edit(chat, String(messageId), html(runs), signal);
  }

  async function askWhy({ chat }: Press, card: ApprovalCard, signal: AbortSignal): Promise<void> {
    const reply: ForceReply = { force_reply: true, input_field_placeholder: texts.reason.placeholder };
    await out.message(chat, html(questionRuns(card, look)), signal, reply);
  }

  /** Nobody waits for these: what goes wrong stands in the log, and the owner can tap again. */
  async function attempt(problem: string, act: () => Promise<unknown>): Promise<void> {
    await act().catch(error => log('warn', problem, { problem: toFailure(error).message }));
  }

  return {
    press,
    turnAway: (queryId, text) => void tap(queryId, refusal(text), new AbortController().signal),
    async showWaiting(chat, receiver, signal) {
      const lists = await inward(
        async () => [receiver.waiting?.() ?? [], (await receiver.standing?.list()) ?? []] as const,
      );
      if ('failure' in lists) return out.tell(chat, texts.refused(lists.failure.message), signal);
      const { runs, buttons } = waitingList(...lists.value, look);
      const rows = buttons.length === 0 ? undefined : { inline_keyboard: buttons.map(button => [button]) };
      await attempt('the list of what waits was not sent', () => out.message(chat, html(runs), signal, rows));
    },
    async showActors(chat, name, { actors }, signal) {
      if (!actors) return;
      const page = await inward(async () =>
        name === undefined ? typedActors(actors, words) : typedActor(actors, name, words),
      );
      if ('failure' in page) return out.tell(chat, texts.refused(page.failure.message), signal);
      const { value } = page;
      if (typeof value === 'string') return out.tell(chat, value, signal);
      await attempt('the actors were not shown', () => showPage(chat, value, signal));
    },
    async showUndo(chat, id, { undo }, signal) {
      if (!undo) return;
      const page = await inward(() => typedUndo(undo, id, clock.now(), undoWords));
      if ('failure' in page) return out.tell(chat, texts.refused(page.failure.message), signal);
      const { value } = page;
      if (value === undefined) return out.tell(chat, undoWords.gone, signal);
      await attempt('the turns to undo were not shown', () => showPage(chat, value, signal));
    },
  };
}

/** The buttons of a page, as Telegram takes them. */
function keys({ buttons }: ActorPage): InlineKeyboardMarkup {
  return { inline_keyboard: buttons.map(line => [...line]) };
}

/** The decision stands, whatever becomes of the buttons. */
function isDecided(board: Board): boolean {
  return board === 'undo' || board === 'choose';
}

/** Telegram shows so many characters in an answer to a press, and refuses more. */
function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
