/** Views as messages with buttons, opened by a command and changed by presses. */
import type { InlineKeyboardMarkup } from 'grammy/types';
import { typedInChat } from '../../../../api/chat-forms.ts';
import { client } from '../../../../api/client/client.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import type { Asker, Receiver } from '../../../../ports/channel.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { CardLook } from '../cards/card.ts';
import type { ShownCommand } from '../incoming/commands.ts';
import { askerOf, type Press } from '../incoming/update-meaning.ts';
import { orFailure } from '../or-failure.ts';
import { html } from '../outgoing/html.ts';
import type { Sending } from '../outgoing/sending.ts';
import { type ViewButton, type ViewButtons, viewButton } from '../views/buttons.ts';
import type { Drawing, ViewPage } from '../views/pages.ts';
import { viewTexts } from '../views/texts.ts';
import type { Taps } from './taps.ts';
import { pressView, typedView } from './view-presses.ts';

export interface PagePresses {
  /** Takes a press on a button of a page; undefined: the button is of no page. */
  press(pressed: Press, signal: AbortSignal): Promise<Failure | undefined> | undefined;
  /**
   * Shows what a command asks for by its view; `key`: of its update, under which it is done once. A failure: nothing is
   * shown, and it was not done or may come again.
   */
  showView(command: ShownCommand, signal: AbortSignal): Promise<Failure | undefined>;
}

export function pagePresses({
  receiver,
  out,
  taps,
  buttons,
  look: { language, texts },
  clock,
}: {
  readonly receiver: Receiver;
  readonly out: Sending;
  readonly taps: Taps;
  readonly buttons: ViewButtons;
  readonly look: CardLook;
  readonly clock: Pick<Clock, 'now'>;
}): PagePresses {
  /** What a view is drawn with, at this instant. */
  const drawing = (chat: string): Drawing => ({
    look: { language, now: clock.now(), chat: `session:telegram:${chat}`, typed: typedInChat },
    words: viewTexts[language],
    buttons,
  });

  const agentOf = (asker: Asker) => client((name, input) => receiver.ask(name, input as never, asker));

  function showPage(chat: string, page: ViewPage, signal: AbortSignal): Promise<unknown> {
    return out.message(chat, html(page.runs), signal, page.buttons.length === 0 ? undefined : keys(page));
  }

  /** Answers the tap and shows what it led to. */
  async function pressOn(pressed: Press, button: ViewButton, signal: AbortSignal): Promise<Failure | undefined> {
    const { chat, messageId, queryId } = pressed;
    const agent = agentOf({ ...askerOf(pressed), chat });
    const end = await pressView(pressed, button, { ...drawing(chat), agent, texts });
    if ('failure' in end) return end.failure;
    const { answer, page, isNew = false } = end;
    await taps.answer(queryId, answer, signal);
    if (page)
      await taps.attempt('what a tap leads to was not shown', () =>
        isNew ? showPage(chat, page, signal) : out.edit(chat, String(messageId), html(page.runs), signal, keys(page)),
      );
    return undefined;
  }

  return {
    press(pressed, signal) {
      const button = viewButton(pressed.data);
      return button && pressOn(pressed, button, signal);
    },
    async showView({ chat, key, call }, signal) {
      const agent = agentOf({ by: 'telegram', act: `telegram:${key}`, chat });
      const page = await orFailure(() => typedView(agent, call, drawing(chat)));
      if ('failure' in page) return page.failure;
      await taps.attempt('a page was not shown', () => showPage(chat, page.value, signal));
      return undefined;
    },
  };
}

/** The buttons of a page, as Telegram takes them. */
function keys({ buttons }: ViewPage): InlineKeyboardMarkup {
  return { inline_keyboard: buttons.map(line => [...line]) };
}
