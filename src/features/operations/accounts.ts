/** Accounts on Telegram: what carries their operations out. */
import type { Implements } from '../../api/service.ts';
import type { AccountService } from '../../domain/accounts/account.ts';

type Operations = Implements<'accounts'>;

export function accountReads(accounts: AccountService): Pick<Operations, 'list'> {
  return { list: () => accounts.list() };
}

export function accountActs(accounts: AccountService): Pick<Operations, 'pair' | 'allow' | 'remove'> {
  return {
    pair: (_, { by }) => accounts.pair(by),
    allow: async ({ account }, { by }) => ({ allowed: await accounts.allow(account, by) }),
    remove: async ({ account }, { by }) => ({ removed: await accounts.remove(account, by) }),
  };
}
