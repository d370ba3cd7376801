/** The channels of a simulated agent: one is polled over a bad line, the other is a screen of this computer. */

import { type Failure, Fault, fault } from '../../../src/domain/supervision/failure.ts';
import type { Channel } from '../../../src/ports/channel.ts';
import type { Luck } from './chance.ts';
import type { Life } from './life.ts';
import { isFatal, type Outside } from './outside.ts';

export const polled = 'post';
export const screen = 'terminal';
/** Whom Straylight knows: each is an account of the one owner. */
export const chats = ['1', '2'] as const;

/** What becomes of something that is sent. `lost`: it is there, and nobody says so. */
type Fate = 'sent' | 'down' | 'limited' | 'lost' | 'gone';

export function seededChannels(life: Life, outside: Outside, luck: Luck): ReadonlyMap<string, Channel> {
  const fate = (): Fate =>
    outside.isCalm
      ? 'sent'
      : luck.weighed<Fate>({
          sent: 40,
          down: outside.weather === 'postDown' ? 60 : 3,
          limited: 2,
          lost: 2,
          gone: 1,
        });

  /** Something goes out when the schedule says so; `arrive` is what the owner then sees. */
  const carried = (signal: AbortSignal, arrive: () => string): Promise<{ readonly ref: string }> =>
    new Promise((resolve, reject) => {
      let hasLeft = false;
      const broken = () => reject(hasLeft ? fault('unknown', 'the post broke off') : signal.reason);
      signal.addEventListener('abort', broken, { once: true });
      life.later(() => {
        if (signal.aborted) return;
        const end = fate();
        if (end === 'down') return reject(fault('unavailable', 'the post does not answer'));
        if (end === 'limited') return reject(fault('unavailable', 'the post is busy', { retryAfterMs: 3000 }));
        if (end === 'gone') return reject(fault('invalid', 'the post does not know this chat'));
        const ref = arrive();
        hasLeft = true;
        if (isFatal(outside)) return life.kill();
        if (end === 'lost') return broken();
        life.later(() => resolve({ ref }));
      });
    });

  const post: Channel = {
    ...plain(polled, chats),
    connect: signal =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        life.later(() => {
          if (!outside.isCalm && luck.once(4)) reject(fault('unavailable', 'the post does not answer'));
          else resolve({ identity: 'the owner' });
        });
      }),
    receive: (receiver, signal) =>
      new Promise((resolve, reject) => {
        const end = (failure?: Failure) => {
          life.line = undefined;
          if (failure) reject(new Fault(failure));
          else resolve();
        };
        signal.addEventListener('abort', () => end(), { once: true });
        life.line = { receiver, cut: end };
      }),
    send: (chat, { body }, { repeat, signal }) =>
      carried(signal, () => {
        outside.sent.push({ channel: polled, chat, text: body, repeat });
        return `post:${outside.sent.length}`;
      }),
    ask: (chat, card, signal) =>
      carried(signal, () => {
        const ref = `card:${outside.cards.length}`;
        outside.cards.push({ channel: polled, chat, ref, card });
        return ref;
      }),
    settle: async (chat, ref, _card, outcome, _by, signal) => {
      await carried(signal, () => {
        const shown = outside.cards.find(card => card.chat === chat && card.ref === ref);
        if (shown) shown.settled = outcome;
        return ref;
      });
    },
  };
  const terminal: Channel = {
    ...plain(screen, ['main']),
    receive: (_, signal) => new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true })),
    async send(chat, { body }, { repeat, signal }) {
      signal.throwIfAborted();
      outside.sent.push({ channel: screen, chat, text: body, repeat });
      return { ref: `terminal:${outside.sent.length}` };
    },
  };
  return new Map([post, terminal].map(channel => [channel.name, channel]));
}

function plain(name: string, ownerChats: readonly string[]): Channel {
  return {
    name,
    ownerChats,
    connect: async () => ({ identity: 'this computer' }),
    receive: async () => {},
    parts: markdown => partsOf(markdown).map(body => ({ kind: 'text', body })),
    send: async () => ({ ref: name }),
    ask: async (chat, { key }) => ({ ref: `${name}:${chat}:${key}` }),
    settle: async () => {},
    preview() {},
    close: async () => {},
  };
}

/** Two lines a message, so that many replies have several parts. */
export function partsOf(markdown: string): readonly string[] {
  return markdown.match(/[^\n]*\n?[^\n]+\n?|\n+/g) ?? [markdown];
}
