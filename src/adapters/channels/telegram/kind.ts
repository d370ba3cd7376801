/** Telegram as a kind of channel. */
import { z } from 'zod';
import { address, environmentName, section, whole } from '../../../../config/fields.ts';
import { isLoopbackUrl } from '../../../domain/egress/loopback.ts';
import { defineChannelKind } from '../../../ports/channel-kind.ts';

export const telegramKind = defineChannelKind({
  name: 'telegram',
  title: 'Telegram',
  settings: section({
    bot_token_env: environmentName().default('STRAYLIGHT_TELEGRAM_TOKEN'),
    allowed_users: z
      .array(whole(1, 2 ** 52, 'as Telegram numbers its users'), { error: 'a list of numeric Telegram user ids' })
      .default([]),
    api_root: address()
      // the token is part of the address of each request
      .refine(text => /^https:/.test(text) || isLoopbackUrl(text), {
        error: 'an https:// address, or one on this machine, since the bot token would be sent unencrypted',
      })
      .default('https://api.telegram.org'),
    gather_ms: whole(0, 5_000, 'milliseconds').default(250),
  }),
  secrets: ({ botTokenEnv }) => [botTokenEnv],
  async create({ botTokenEnv, apiRoot, allowedUsers, gatherMs }, { secret, ...services }) {
    const { telegramChannel } = await import('./telegram.ts');
    return telegramChannel({ token: secret(botTokenEnv), apiRoot, allowedUsers, gatherMs, ...services });
  },
  // Telegram names the account of each press, and the Bot API has no call that presses a button
  trust: 'account',
  warnings({ botTokenEnv, allowedUsers }, isSetUp) {
    if (isSetUp && allowedUsers.length === 0)
      return [
        'Telegram has a token, but channels.telegram.allowed_users is empty, so only paired accounts are accepted. `straylight telegram pair` pairs yours.',
      ];
    if (!isSetUp && allowedUsers.length > 0)
      return [`channels.telegram.allowed_users is set, but ${botTokenEnv} is not: Telegram stays off.`];
    return [];
  },
  weaknesses: ({ allowedUsers }) => (allowedUsers.length === 0 ? [{ kind: 'telegram', names: [] }] : []),
});
