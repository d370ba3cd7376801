/** Accounts on Telegram: who may talk to the agent there, beside those of the settings. */
import type { ZodType } from 'zod';
import type { AccountList } from '../../../domain/accounts/account.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { count, instant, saidAsData } from '../../fields.ts';
import { accountsShown, allowedShown, removedShown } from '../../views/accounts.ts';
import { z } from '../../zod.ts';

const number = () =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .describe(phrase({ en: 'the number of a Telegram account', de: 'die Nummer eines Telegram-Kontos' }));

function accountList(): ZodType<AccountList> {
  const wrote = { account: z.string(), name: z.string().describe('as it calls itself'), at: instant() };
  return z.object({
    accounts: z.array(z.object({ ...wrote, by: z.string() })).readonly(),
    requests: z.array(z.object(wrote)).readonly().describe('who wrote while a code is waited for'),
    pairing: z.object({ expiresAt: instant(), triesLeft: count() }).optional(),
    hasOwner: z.boolean().describe('somebody may talk there already, by pairing or by the settings'),
    closed: z.string().optional().describe('why no further account can be let in'),
    said: saidAsData().optional(),
  });
}

export const accounts = {
  list: operation({
    summary: 'The Telegram accounts that were paired, and who wrote while a pairing code is waited for.',
    role: 'reader',
    http: { method: 'GET', path: '/api/telegram/accounts' },
    offered: ['http', 'command', 'page'],
    commands: [
      {
        words: 'telegram accounts',
        about: {
          en: 'Telegram accounts that may talk to the agent: pair, list, remove',
          de: 'Telegram-Konten, die mit dem Agenten sprechen dürfen: verbinden, auflisten, entfernen',
        },
        isDefault: true,
        help: {
          en: 'List the paired Telegram accounts, and who wrote meanwhile.',
          de: 'Listet die verbundenen Telegram-Konten auf und wer inzwischen geschrieben hat.',
        },
      },
    ],
    input: () => ({}),
    output: accountList,
    needs: ['accounts'],
    run: ({ accounts }) => accounts.list(),
    view: accountsShown,
  }),
  pair: operation({
    summary:
      'Makes a pairing code: the Telegram account that sends it to the bot as /start CODE may talk to the agent.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/telegram/pairing' },
    offered: ['http', 'command', 'page'],
    commands: [
      {
        words: 'telegram pair',
        help: {
          en: 'Make a code that lets a Telegram account in, and wait for who sends it.',
          de: 'Erzeugt einen Code, der ein Telegram-Konto einlässt, und wartet, wer ihn schickt.',
        },
      },
    ],
    input: () => ({}),
    output: () => z.object({ code: z.string(), expiresAt: instant() }),
    needs: ['accounts'],
    run: ({ accounts }, _, { by }) => accounts.pair(by),
  }),
  allow: operation({
    summary: 'Lets a Telegram account talk to the agent that wrote while a pairing code is waited for.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/telegram/accounts/{account}/allow' },
    offered: ['http', 'command', 'page'],
    commands: [
      {
        words: 'telegram allow',
        help: {
          en: 'Let in an account that wrote while a code is waited for.',
          de: 'Lässt ein Konto ein, das schrieb, während auf einen Code gewartet wird.',
        },
        args: { account: 'ID' },
      },
    ],
    input: () => ({ account: number() }),
    output: () => z.object({ allowed: z.boolean() }),
    needs: ['accounts'],
    run: async ({ accounts }, { account }, { by }) => ({ allowed: await accounts.allow(account, by) }),
    view: ({ allowed }, look, { account }) => allowedShown(allowed, account, look),
    outcome: ({ allowed }) => (allowed ? 'done' : 'nothing'),
  }),
  remove: operation({
    summary: 'Ends the pairing of a Telegram account, or forgets that it wrote.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/telegram/accounts/{account}/remove' },
    offered: ['http', 'command', 'page'],
    commands: [
      {
        words: 'telegram remove',
        help: { en: 'End the pairing of an account.', de: 'Beendet die Verbindung eines Kontos.' },
        args: { account: 'ID' },
      },
    ],
    input: () => ({ account: number() }),
    output: () => z.object({ removed: z.boolean() }),
    needs: ['accounts'],
    run: async ({ accounts }, { account }, { by }) => ({ removed: await accounts.remove(account, by) }),
    view: ({ removed }, look, { account }) => removedShown(removed, account, look),
    outcome: ({ removed }) => (removed ? 'done' : 'nothing'),
  }),
};
