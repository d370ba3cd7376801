/** Every press on a button of ours, by what it is a button of: an incident, a question, a page, a card. */
import type { Failure } from '../../../../domain/supervision/failure.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { actorTexts } from '../actor-texts.ts';
import { refusal } from '../cards/answers.ts';
import type { CardLook } from '../cards/card.ts';
import { answerIncident, type IncidentEnd, incidentButton } from '../cards/incident.ts';
import { answerOption, type OptionEnd, optionButton } from '../cards/options.ts';
import type { TelegramClient } from '../client.ts';
import type { Press } from '../incoming/update-meaning.ts';
import type { TelegramLog } from '../log.ts';
import { html } from '../outgoing/html.ts';
import type { Run } from '../outgoing/inline.ts';
import type { Sending } from '../outgoing/sending.ts';
import type { ShownCards } from '../shown.ts';
import { type CardPresses, cardPresses } from './card-presses.ts';
import { type PagePresses, pagePresses } from './page-presses.ts';
import { taps } from './taps.ts';

export interface Pressing extends Pick<CardPresses, 'showWaiting'>, Pick<PagePresses, 'showView' | 'showActors'> {
  /** Takes a press; a failure means that the update must come again. */
  press(press: Press, receiver: Receiver, signal: AbortSignal): Promise<Failure | undefined>;
  /** Answers a tap on a button that is somebody else's; the answer is not waited for. */
  turnAway(queryId: string, text: string): void;
}

export function pressing({
  client,
  out,
  shown,
  look,
  clock,
  log,
}: {
  readonly client: TelegramClient;
  readonly out: Sending;
  readonly shown: ShownCards;
  readonly look: CardLook;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: TelegramLog;
}): Pressing {
  const { answer, attempt } = taps(client, log);
  const words = actorTexts[look.language];
  const cards = cardPresses({ out, taps: { answer, attempt }, shown, look, clock, log });
  const pages = pagePresses({ out, taps: { answer, attempt }, look, clock });

  async function settled(
    pressed: Press,
    answering: Promise<IncidentEnd | OptionEnd>,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const end = await answering;
    if ('failure' in end) return end.failure;
    await answer(pressed.queryId, end.answer, signal);
    if (end.isOver) await attempt('an answered question kept its buttons', () => settle(pressed, end.chosen, signal));
    return undefined;
  }

  /** A question that is answered says how. */
  function settle({ chat, messageId, text }: Press, chosen: string | undefined, signal: AbortSignal): Promise<void> {
    if (chosen === undefined || text === undefined)
      return out.keyboard(chat, String(messageId), { inline_keyboard: [] }, signal);
    const runs: readonly Run[] = [
      { text: `${text}\n\n`, style: {} },
      { text: chosen, style: { bold: true } },
    ];
    return out.edit(chat, String(messageId), html(runs), signal);
  }

  return {
    press(pressed, receiver, signal) {
      const incident = incidentButton(pressed.data);
      if (incident) return settled(pressed, answerIncident(pressed, incident, receiver, words, look.texts), signal);
      const option = optionButton(pressed.data);
      if (option !== undefined)
        return settled(pressed, answerOption(pressed, option, receiver, words, look.texts), signal);
      return pages.press(pressed, receiver, signal) ?? cards.press(pressed, receiver, signal);
    },
    turnAway: (queryId, text) => void answer(queryId, refusal(text), new AbortController().signal),
    showWaiting: cards.showWaiting,
    showView: pages.showView,
    showActors: pages.showActors,
  };
}
