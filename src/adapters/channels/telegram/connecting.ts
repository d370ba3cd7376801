/** The bot introduces itself to Telegram: who it is, that it polls, and which commands it takes. */
import { chatCommands } from '../../../api/chat-forms.ts';
import { toFailure } from '../../../domain/supervision/failure.ts';
import type { CardLook } from './cards/card.ts';
import type { TelegramClient } from './client.ts';
import type { TelegramLog } from './log.ts';

/** Answers the bot's name. Throws where Telegram does not answer or does not know the token. */
export async function connectBot(
  client: TelegramClient,
  { texts, language }: Pick<CardLook, 'texts' | 'language'>,
  log: TelegramLog,
  signal: AbortSignal,
): Promise<string> {
  const me = await client.call('getMe', 'again', signal, (api, native) => api.getMe(native));
  const webhook = await client.call('getWebhookInfo', 'again', signal, (api, native) => api.getWebhookInfo(native));
  if (webhook.url) {
    log('warn', 'a webhook was set for this bot; it was removed, since it excludes polling');
    await client.call('deleteWebhook', 'again', signal, (api, native) => api.deleteWebhook({}, native));
  }
  const own = Object.entries(texts.commands).map(([command, description]) => ({ command, description }));
  const others = chatCommands(language).filter(({ name }) => !Object.hasOwn(texts.commands, name));
  const commands = [...own, ...others.map(({ name, help }) => ({ command: name, description: help }))];
  await client
    .call('setMyCommands', 'again', signal, (api, native) => api.setMyCommands(commands, {}, native))
    .catch(error => log('warn', 'the list of commands was not set', { problem: toFailure(error).message }));
  return me.username;
}
