/** Telegram accounts as they are shown: who may talk to the agent, and who wrote while a code is waited for. */

import type { AccountList, AccountRequest } from '../../domain/accounts/account.ts';
import { ago, duration } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Action, type Look, lines, type View } from '../view.ts';

export function accountsShown({ accounts, requests, pairing }: AccountList, { language, now, typed }: Look): View {
  const say = texts[language];
  const remove = (account: string): Action => ({ label: say.remove, operation: 'accounts.remove', input: { account } });
  const rows = [
    ...accounts.map(one => ({
      cells: [accountName(one), say.paired(ago(now - one.at, language), oneLine(one.by, 40))],
      actions: [remove(one.account)],
    })),
    ...requests.map(one => ({
      cells: [accountName(one), say.wrote(typed(`telegram allow ${one.account}`))],
      actions: [
        { label: say.allow, operation: 'accounts.allow', input: { account: one.account } },
        remove(one.account),
      ],
    })),
  ];
  return [
    ...(accounts.length === 0 ? [lines(say.none)] : []),
    ...(rows.length === 0 ? [] : [{ kind: 'table', rows } as const]),
    ...(pairing ? [lines(say.waits(duration(pairing.expiresAt - now, language)))] : []),
  ];
}

export function allowedShown(isAllowed: boolean, account: string, { language, typed }: Look): View {
  const say = texts[language];
  return [isAllowed ? lines(say.allowed(account)) : lines(say.notAllowed(account, typed('telegram pair')), 'warn')];
}

export function removedShown(isRemoved: boolean, account: string, { language, typed }: Look): View {
  const say = texts[language];
  return [isRemoved ? lines(say.removed(account)) : lines(say.notRemoved(account, typed('telegram accounts')), 'warn')];
}

/** The name is the account's own choice, so it is cut and quoted. */
export function accountName({ account, name }: Pick<AccountRequest, 'account' | 'name'>): string {
  return name === '' ? account : `${account} (“${oneLine(name, 64)}”)`;
}

const en = {
  none: 'No account is paired; those in channels.telegram.allowed_users count beside them.',
  paired: (time: string, by: string) => `paired ${time}, ${by}`,
  wrote: (allow: string) => `wrote; to let it in: ${allow}`,
  waits: (time: string) => `A code is waited for, for another ${time}.`,
  allow: 'Let in',
  remove: 'Remove',
  allowed: (account: string) => `Telegram account ${account} may now talk to the agent.`,
  notAllowed: (account: string, pair: string) =>
    `no account ${account} wrote while a code is waited for; make one with "${pair}", then write to the bot from it`,
  removed: (account: string) => `Telegram account ${account} may no longer talk to the agent.`,
  notRemoved: (account: string, list: string) =>
    `account ${account} is not paired; "${list}" lists those that are, and allowed_users in config.toml has others`,
};

const de: typeof en = {
  none: 'Kein Konto ist verbunden; die in channels.telegram.allowed_users zählen daneben.',
  paired: (time, by) => `verbunden ${time}, ${by}`,
  wrote: allow => `hat geschrieben; herein lässt es: ${allow}`,
  waits: time => `Noch ${time} lang wird auf einen Code gewartet.`,
  allow: 'Einlassen',
  remove: 'Entfernen',
  allowed: account => `Das Telegram-Konto ${account} darf jetzt mit dem Agenten reden.`,
  notAllowed: (account, pair) =>
    `kein Konto ${account} hat geschrieben, während auf einen Code gewartet wird; mach einen mit „${pair}“ und schreib dann von dort an den Bot`,
  removed: account => `Das Telegram-Konto ${account} darf nicht mehr mit dem Agenten reden.`,
  notRemoved: (account, list) =>
    `das Konto ${account} ist nicht verbunden; „${list}“ zeigt die verbundenen, und allowed_users in config.toml nennt andere`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/accounts', { en, de });
