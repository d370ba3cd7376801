/**
 * Pages with buttons, opened by a command and changed by presses: every view, and the actors.
 */
import type { InlineKeyboardMarkup } from 'grammy/types';
import type { Client } from '../../../../api/client/client.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { actorTexts } from '../actor-texts.ts';
import { type ActorButton, type ActorPage, actorButton } from '../actors.ts';
import type { CardLook } from '../cards/card.ts';
import type { ShownCommand } from '../incoming/commands.ts';
import type { Press } from '../incoming/update-meaning.ts';
import { orFailure } from '../or-failure.ts';
import { html } from '../outgoing/html.ts';
import type { Sending } from '../outgoing/sending.ts';
import { type ViewButton, type ViewButtons, viewButton } from '../views/buttons.ts';
import type { Drawing } from '../views/pages.ts';
import { viewTexts } from '../views/texts.ts';
import { type ActorEnd, pressActor, typedActor, typedActors } from './actor-presses.ts';
import type { Taps } from './taps.ts';
import { pressView, typedView, type ViewEnd } from './view-presses.ts';

export interface PagePresses {
  /** Takes a press on a button of a page; undefined: the button is of no page. */
  press(pressed: Press, signal: AbortSignal): Promise<Failure | undefined> | undefined;
  /**
   * Shows what a command asks for by its view; `key`: of its update, under which it is done once. A failure: nothing is
   * shown, and it was not done or may come again.
   */
  showView(command: ShownCommand, signal: AbortSignal): Promise<Failure | undefined>;
  /** Shows what is not at rest, or with a name that actor. */
  showActors(chat: string, name: string | undefined, signal: AbortSignal): Promise<void>;
}

export interface PagePressesOptions {
  readonly receiver: Receiver;
  readonly out: Sending;
  readonly taps: Taps;
  readonly buttons: ViewButtons;
  readonly look: CardLook;
  readonly clock: Pick<Clock, 'now'>;
}

export function pagePresses({ receiver, out, taps, buttons, look, clock }: PagePressesOptions): PagePresses {
  const { texts } = look;
  const words = actorTexts[look.language];

  const drawing = drawingOf(look, buttons, clock);

  const { putPage, put, shown } = pageMessages({ out, taps, texts });

  async function pressOnView(pressed: Press, button: ViewButton, signal: AbortSignal) {
    const about = { ...drawing(pressed.chat), agent: operationsOf(pressed, receiver), texts };
    return putPage(pressed, await pressView(pressed, button, about), signal);
  }

  async function pressOnActor(pressed: Press, button: ActorButton, signal: AbortSignal) {
    return putPage(pressed, await pressActor(pressed, button, receiver, words, texts), signal);
  }

  return {
    press(pressed, signal) {
      const view = viewButton(pressed.data);
      if (view) return pressOnView(pressed, view, signal);
      const actor = actorButton(pressed.data);
      return actor && pressOnActor(pressed, actor, signal);
    },
    async showView({ chat, key, call }, signal) {
      const agent = receiver.operations?.('telegram', `telegram:${key}`, chat);
      if (!agent) return undefined;
      const page = await orFailure(() => typedView(agent, call, drawing(chat)));
      if ('failure' in page) return page.failure;
      await put(chat, page.value, signal);
      return undefined;
    },
    showActors: (chat, name, signal) =>
      shown(chat, receiver, signal, agent =>
        name === undefined ? typedActors(agent, words) : typedActor(agent, name, words),
      ),
  };
}

/** What each view is drawn with, at its instant; what was shown before is remembered. */
function drawingOf(
  { language }: Pick<CardLook, 'language'>,
  buttons: ViewButtons,
  clock: PagePressesOptions['clock'],
): (chat: string) => Drawing {
  const words = viewTexts[language];
  return chat => ({
    look: { language, now: clock.now(), chat: `session:telegram:${chat}`, typed: words => `/${words}` },
    words,
    buttons,
  });
}

/** What a tap or a command leads to, as a message. */
function pageMessages({
  out,
  taps,
  texts,
}: Pick<PagePressesOptions, 'out' | 'taps'> & { readonly texts: CardLook['texts'] }) {
  /** Answers the tap and shows what it led to. */
  async function putPage(pressed: Press, end: ViewEnd | ActorEnd, signal: AbortSignal): Promise<Failure | undefined> {
    if ('failure' in end) return end.failure;
    const { answer, page } = end;
    const isNew = 'isNew' in end && end.isNew === true;
    await taps.answer(pressed.queryId, answer, signal);
    if (page)
      await taps.attempt('what a tap leads to was not shown', () =>
        isNew
          ? showPage(pressed.chat, page, signal)
          : out.edit(pressed.chat, String(pressed.messageId), html(page.runs), signal, keys(page)),
      );
    return undefined;
  }

  function showPage(chat: string, page: ActorPage, signal: AbortSignal): Promise<unknown> {
    return out.message(chat, html(page.runs), signal, page.buttons.length === 0 ? undefined : keys(page));
  }

  /** Shows what was typed for: a page, or a sentence where there is none. */
  async function shown(
    chat: string,
    { operations }: Receiver,
    signal: AbortSignal,
    look: (agent: Client) => Promise<ActorPage | string>,
  ): Promise<void> {
    const agent = operations?.('telegram');
    if (!agent) return;
    const found = await orFailure(() => look(agent));
    const value = 'failure' in found ? texts.refused(found.failure.message) : found.value;
    if (typeof value === 'string') return out.tell(chat, value, signal);
    await put(chat, value, signal);
  }

  function put(chat: string, page: ActorPage, signal: AbortSignal): Promise<void> {
    return taps.attempt('a page was not shown', () => showPage(chat, page, signal));
  }

  return { putPage, put, shown };
}

/** The same tap, however often it is delivered, is one act. */
function operationsOf({ userId, queryId, chat }: Press, { operations }: Receiver): Client | undefined {
  return operations?.(`telegram:${userId}`, `telegram:${queryId}`, chat);
}

/** The buttons of a page, as Telegram takes them. */
function keys({ buttons }: ActorPage): InlineKeyboardMarkup {
  return { inline_keyboard: buttons.map(line => [...line]) };
}
