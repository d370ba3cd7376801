/** The bot introduces itself to Telegram: who it is, that it polls, and which commands it takes. */
import { toFailure } from '../../../domain/supervision/failure.ts';
import type { TelegramClient } from './client.ts';
import type { TelegramLog } from './log.ts';
import type { TelegramTexts } from './texts.ts';

/** Answers the bot's name. Throws where Telegram does not answer or does not know the token. */
export async function connectBot(
  client: TelegramClient,
  texts: TelegramTexts,
  log: TelegramLog,
  signal: AbortSignal,
): Promise<string> {
  const me = await client.call('getMe', 'again', signal, (api, native) => api.getMe(native));
  const webhook = await client.call('getWebhookInfo', 'again', signal, (api, native) => api.getWebhookInfo(native));
  if (webhook.url) {
    log('warn', 'a webhook was set for this bot; it was removed, since it excludes polling');
    await client.call('deleteWebhook', 'again', signal, (api, native) => api.deleteWebhook({}, native));
  }
  const commands = Object.entries(texts.commands).map(([command, description]) => ({ command, description }));
  await client
    .call('setMyCommands', 'again', signal, (api, native) => api.setMyCommands(commands, {}, native))
    .catch(error => log('warn', 'the list of commands was not set', { problem: toFailure(error).message }));
  return me.username;
}
