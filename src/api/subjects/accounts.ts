/** Accounts on Telegram: who may talk to the agent there, beside those of the settings. */
import type { ZodType } from 'zod';
import type { AccountList } from '../../domain/accounts/account.ts';
import { commandForms } from '../command-forms.ts';
import { operation } from '../contract.ts';
import { count, instant } from '../fields.ts';
import { z } from '../zod.ts';

const number = () =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .describe('the number of a Telegram account');

function accountList(): ZodType<AccountList> {
  const wrote = { account: z.string(), name: z.string().describe('as it calls itself'), at: instant() };
  return z.object({
    accounts: z.array(z.object({ ...wrote, by: z.string() })).readonly(),
    requests: z.array(z.object(wrote)).readonly().describe('who wrote while a code is waited for'),
    pairing: z.object({ expiresAt: instant(), triesLeft: count() }).exactOptional(),
    hasOwner: z.boolean().describe('somebody may talk there already, by pairing or by the settings'),
    closed: z.string().exactOptional().describe('why no further account can be let in'),
  });
}

export const accounts = {
  list: operation({
    summary: 'The Telegram accounts that were paired, and who wrote while a pairing code is waited for.',
    role: 'reader',
    http: { method: 'GET', path: '/api/telegram/accounts' },
    offered: ['http', 'command', 'page'],
    commands: commandForms['accounts.list'],
    input: () => ({}),
    output: accountList,
  }),
  pair: operation({
    summary:
      'Makes a pairing code: the Telegram account that sends it to the bot as /start CODE may talk to the agent.',
    role: 'owner',
    http: { method: 'POST', path: '/api/telegram/pairing' },
    offered: ['http', 'command', 'page'],
    commands: commandForms['accounts.pair'],
    input: () => ({}),
    output: () => z.object({ code: z.string(), expiresAt: instant() }),
  }),
  allow: operation({
    summary: 'Lets a Telegram account talk to the agent that wrote while a pairing code is waited for.',
    role: 'owner',
    http: { method: 'POST', path: '/api/telegram/accounts/{account}/allow' },
    offered: ['http', 'command', 'page'],
    commands: commandForms['accounts.allow'],
    input: () => ({ account: number() }),
    output: () => z.object({ allowed: z.boolean() }),
  }),
  remove: operation({
    summary: 'Ends the pairing of a Telegram account, or forgets that it wrote.',
    role: 'owner',
    http: { method: 'POST', path: '/api/telegram/accounts/{account}/remove' },
    offered: ['http', 'command', 'page'],
    commands: commandForms['accounts.remove'],
    input: () => ({ account: number() }),
    output: () => z.object({ removed: z.boolean() }),
  }),
};
