/** An agent whose owner speaks to it through a scripted Telegram. */
import type { ActorRow } from '../../../src/domain/supervision/view.ts';
import { type SentMessage, type TelegramPeer, telegramPeer } from '../../peers/telegram/telegram.ts';
import { type Running, type TestAgent, type TestAgentOptions, withAgent } from './agent.ts';

export const owner = 42;
export const stranger = 99;

/** An agent with a bot whose owner has opened the chat. */
export async function withTelegram(
  story: (agent: TestAgent, telegram: TelegramPeer) => Promise<void>,
  {
    config = '',
    env = {},
    allowed = [owner],
    gatherMs = 250,
    ...more
  }: TestAgentOptions & { readonly allowed?: readonly number[]; readonly gatherMs?: number } = {},
): Promise<void> {
  const telegram = await telegramPeer({ known: [owner] });
  try {
    await withAgent(
      {
        config: `${config}\n[channels.telegram]\nallowed_users = [${allowed.join(', ')}]\napi_root = "${telegram.url}"\ngather_ms = ${gatherMs}\n`,
        env: { STRAYLIGHT_TELEGRAM_TOKEN: telegram.token, ...env },
        secrets: [telegram.token],
        ...more,
      },
      agent => story(agent, telegram),
    );
  } finally {
    await telegram.close();
  }
}

/** The next message of the bot whose text matches. */
export function sees(telegram: TelegramPeer, pattern: RegExp, from = 0): Promise<SentMessage> {
  return telegram.sent.until(sent => pattern.test(sent.text), { from, timeoutMs: 20_000 });
}

/** Resolves once Straylight waits for news, and everything before is confirmed. */
export function polls(telegram: TelegramPeer): Promise<unknown> {
  return telegram.polls.until(poll => poll.end === undefined && telegram.unconfirmed().length === 0, {
    timeoutMs: 20_000,
  });
}

/**
 * Looks from now on; `known`: it is on record that Telegram shows a card. Other channels show it too, perhaps earlier,
 * and one of which nobody knows is shown again after a kill.
 */
export async function cardOut(agent: TestAgent, running: Running): Promise<{ readonly known: Promise<unknown> }> {
  const stream = await running.stream();
  const isKnown = () => agent.tables.rows("SELECT 1 FROM approvals WHERE shown LIKE '%telegram%'").length > 0;
  return { known: stream.until('batch', isKnown).finally(() => stream.close()) };
}

/** Resolves once an actor of this kind (or address) is in this state. */
export function stands(running: Running, kind: string, state: string): Promise<void> {
  return shows(running, ({ id, leaf }) => id.startsWith(kind) && leaf.startsWith(state));
}

/** Resolves once what was shown last on Telegram is on record, with the name that a tap or an answer calls it by. */
export function recorded(running: Running): Promise<void> {
  return shows(
    running,
    ({ id, last }) => id === 'channel:telegram' && last?.type.startsWith('xstate.done.actor.line-') === true,
  );
}

/** Resolves once the row of some actor is so. */
async function shows(running: Running, isIt: (row: ActorRow) => boolean): Promise<void> {
  const stream = await running.stream();
  const { json } = await running.http('/api/state');
  if (!json.actors.some(isIt)) await stream.until('batch', data => data.rows.some(isIt));
  stream.close();
}
