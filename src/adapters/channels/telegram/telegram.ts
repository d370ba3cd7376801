/**
 * Telegram as a channel: long polling, replies as HTML, drafts while a reply is written, approval cards with buttons.
 *
 * Heard are only private chats of `allowedUsers`, all of them accounts of the one owner, and only they are written to.
 * A topic in such a chat is a conversation of its own. The rules of receiving stand in incoming/receiving.ts and
 * incoming/taking.ts, those of a decision in presses/presses.ts, those of splitting in outgoing/html.ts.
 */

import { cardTexts } from '../../../domain/approvals/card-texts.ts';
import type { Language } from '../../../domain/text/catalog.ts';
import { ownersInstant } from '../../../domain/text/instant-text.ts';
import type { Channel } from '../../../ports/channel.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FileInbox } from '../../../ports/files/inbox.ts';
import { systemClock } from '../../process/clock.ts';
import type { CardLook } from './cards/card.ts';
import { keyboardOf } from './cards/options.ts';
import { shownCards } from './cards/seen-cards.ts';
import { sentCards } from './cards/sent-cards.ts';
import { allowedOf, chatFrom } from './chat.ts';
import { telegramClient } from './client.ts';
import { connectBot } from './connecting.ts';
import { telegramFiles } from './incoming/files.ts';
import { receiving } from './incoming/receiving.ts';
import { type Taking, takeUpdates } from './incoming/taking.ts';
import type { TelegramLog } from './log.ts';
import { membership } from './membership.ts';
import { telegramParts } from './outgoing/html.ts';
import { reactions } from './outgoing/reactions.ts';
import { sending } from './outgoing/sending.ts';
import { presses } from './presses/presses.ts';
import { previews } from './preview.ts';
import { telegramTexts } from './texts.ts';
import { viewButtons } from './views/buttons.ts';

export type { TelegramLog } from './log.ts';

export interface TelegramOptions {
  readonly token: string;
  /** Numeric user ids. Empty, and no paired `accounts`: nobody is heard and nobody can be asked. */
  readonly allowedUsers: readonly number[];
  /** Those that were paired while it runs. */
  readonly accounts?: () => readonly string[];
  /** Of a Bot API server of one's own; without it Telegram's. */
  readonly apiRoot?: string;
  readonly clock?: Clock;
  readonly log?: TelegramLog;
  /** What the channel itself says; `en` without it. */
  readonly language?: Language;
  /** IANA name, for deadlines on cards; UTC without it. */
  readonly timeZone?: string;
  /** How long one poll waits for news (30), and how long any other call may take (30 000). */
  readonly pollSeconds?: number;
  /** How long a message that looks whole may go on before it is taken (0). */
  readonly gatherMs?: number;
  readonly callTimeoutMs?: number;
  /** Where files of the owner go; without it none are taken. */
  readonly inbox?: FileInbox;
  /** How long a file may take to arrive (60 000; messages behind it wait), and how long to leave (240 000). */
  readonly downloadTimeoutMs?: number;
  readonly uploadTimeoutMs?: number;
}

/** Makes the channel; nothing is sent before `connect`. */
export function telegramChannel(options: TelegramOptions): Channel {
  const { token, clock = systemClock, log = () => {}, language = 'en', timeZone = 'UTC' } = options;
  const { apiRoot = 'https://api.telegram.org', pollSeconds = 30, callTimeoutMs = 30_000 } = options;
  const { gatherMs = 0, inbox, downloadTimeoutMs = 60_000, uploadTimeoutMs = 240_000 } = options;
  const texts = telegramTexts[language];
  const look: CardLook = { cards: cardTexts[language], texts, language, timeZone };
  const allowed = allowedOf(options);
  const client = telegramClient({ token, apiRoot, timeoutMs: callTimeoutMs });
  const pollClient = telegramClient({ token, apiRoot, timeoutMs: pollSeconds * 1000 + 15_000 });
  const uploadClient = telegramClient({ token, apiRoot, timeoutMs: uploadTimeoutMs });
  const drafts = previews(client, clock);
  const out = sending(client, uploadClient, drafts, allowed, texts, log);
  const shown = shownCards();
  const acks = reactions(client);
  const onMalformed = () => log('error', 'Telegram sent an update without an id');
  const polling = receiving(pollClient, pollSeconds, onMalformed, clock, gatherMs);
  const fetchFile = telegramFiles({ client, inbox, timeoutMs: downloadTimeoutMs, clock, log });
  const buttons = viewButtons();
  // a token begins with the number of its bot
  const id = Number.parseInt(token, 10);
  let name: string | undefined;

  return {
    name: 'telegram',
    get ownerChats() {
      return allowed.all();
    },
    ...sentCards({ out, shown, look, clock, log }),
    parts: markdown => telegramParts(markdown, texts.emptyReply),

    async connect(signal) {
      name = await connectBot(client, look, log, signal);
      return { identity: `@${name}` };
    },

    receive(receiver, signal) {
      const taking: Taking = {
        allowed,
        bot: () => ({ id, name }),
        ...look,
        log,
        fetchFile,
        tell: out.tell,
        seen: acks.seen,
        presses: presses({ receiver, client, out, shown, buttons, look, clock, log }),
        remove: out.remove,
        membership: membership({ client, texts, clock, log }),
        isStale: drafts.isStale,
      };
      acks.before(receiver);
      return polling.run(takeUpdates(receiver, taking), signal);
    },

    send(key, part, { repeat, since, asks, signal }) {
      const notes = [
        ...(repeat ? [texts.possibleRepeat] : []),
        ...(since === undefined ? [] : [texts.waitedSince(ownersInstant(since, look))]),
      ].join(' ');
      if (part.kind === 'file') return out.file(key, part.body, signal, notes);
      const buttons = asks && keyboardOf(asks, language);
      return out.part(key, part.body, notes, signal, buttons);
    },

    sendFile: (key, file, { signal }) => out.upload(key, file, signal),

    preview(key, turn, text, running) {
      const chat = chatFrom(key);
      if (chat === undefined || !allowed.has(chat.chatId)) return;
      drafts.show(key, chat, turn, text, running);
      if (text === undefined) acks.done(key);
    },

    async close() {
      drafts.close();
      client.close();
      pollClient.close();
      uploadClient.close();
    },
  };
}
