/** A Telegram channel over a scripted Telegram, for the tests of the channel. */
import { type TelegramOptions, telegramChannel } from '../../../../src/adapters/channels/telegram/telegram.ts';
import { receiving, type TestAgent } from '../../../contracts/channel.ts';
import { telegramPeer } from '../../../peers/telegram/telegram.ts';

export const owner = 42;
export const chat = '42';

/** A channel, the Telegram it speaks to, and what it logs; both end with the scope. */
export async function rigged(options: Partial<TelegramOptions> = {}) {
  const peer = await telegramPeer({ known: [owner] });
  const log: string[] = [];
  const make = () =>
    telegramChannel({
      token: peer.token,
      apiRoot: peer.url,
      allowedUsers: [owner],
      log: (level, message, facts) => log.push(`${level}: ${message} ${JSON.stringify(facts ?? {})}`),
      ...options,
    });
  const channel = make();
  /** Polls while `body` runs. */
  const hearing = (agent: TestAgent, body: () => Promise<void>) => receiving(channel, agent.receiver, body);
  const done = async () => {
    await peer.polls.until(() => peer.unconfirmed().length === 0);
  };
  const texts = () => peer.sent.all.map(message => message.text);
  const close = async () => {
    await channel.close();
    await peer.close();
  };
  return { peer, channel, log, make, hearing, done, texts, [Symbol.asyncDispose]: close };
}

export type Rig = Awaited<ReturnType<typeof rigged>>;
