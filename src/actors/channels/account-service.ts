/**
 * Who may talk on a channel: a code the owner makes lets in the account that sends it, or the owner allows one that has
 * written meanwhile. A code holds for a while, counts once and bears few wrong tries; nothing is answered to strangers.
 */

import {
  type Account,
  type AccountList,
  type AccountRequest,
  type AccountService,
  codeFrom,
  mostRequests,
  pairingMs,
  pairingTries,
  typedCode,
} from '../../domain/accounts/account.ts';
import { formOf, inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { exactly, oneLine } from '../../domain/text/visible.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountLedger, StoredPairing } from '../../ports/ledgers/account.ts';
import type { System } from '../runtime/system.ts';

/** Somebody who is not known wrote on the channel. */
export interface Stranger {
  readonly account: string;
  readonly name: string;
  /** What stood behind `/start`. */
  readonly code?: string;
}

/** What the channel asks of it, beside what the owner does. */
export interface Accounts extends AccountService {
  /** Takes note of a stranger. True: the code was right, and the account is let in. Resolves after the commit. */
  knock(stranger: Stranger): Promise<boolean>;
}

export interface AccountServiceOptions {
  readonly system: Pick<System, 'perform'>;
  readonly ledger: AccountLedger;
  readonly clock: Pick<Clock, 'now' | 'id'>;
  /** SHA-256. */
  readonly hash: (text: string) => Uint8Array;
  /** Why no account can be let in here now; undefined: one can. */
  readonly closed: () => Sentence | undefined;
  /** The settings name somebody who may talk there. */
  readonly isOwnerSet: () => boolean;
  /** Writes down that an account was let in or shut out; within the transaction. */
  readonly audit: (account: string, isAllowed: boolean, by: string) => void;
  /** Somebody is noted who may be let in. After the commit. */
  readonly wrote: (request: AccountRequest) => Promise<void>;
  /** After the commit. */
  readonly changed: (account: Account, isAllowed: boolean) => Promise<void>;
}

export function accountService(options: AccountServiceOptions): Accounts {
  const { system, ledger, clock, closed, audit, changed, wrote } = options;
  const hashOf = (code: string) => Buffer.from(options.hash(code)).toString('hex');

  function open(): StoredPairing | undefined {
    const pairing = ledger.pairing();
    return pairing && pairing.expiresAt > clock.now() ? pairing : undefined;
  }

  function letIn(account: Account): Account {
    ledger.add(account);
    ledger.setPairing(undefined);
    audit(account.account, true, account.by);
    return account;
  }

  /** A code that was sent, or none; the account where it is let in. */
  function tried(request: AccountRequest, code: string | undefined): Account | undefined {
    const pairing = open();
    if (!pairing) return undefined;
    if (code !== undefined && hashOf(typedCode(code)) === pairing.codeHash)
      return letIn({ ...request, by: pairing.by });
    const tries = pairing.tries + (code === undefined ? 0 : 1);
    if (tries >= pairingTries) {
      ledger.setPairing(undefined);
      return undefined;
    }
    ledger.setPairing({ ...pairing, tries });
    if (ledger.requests().length < mostRequests) ledger.addRequest(request);
    return undefined;
  }

  async function knock({ account, name, code }: Stranger): Promise<boolean> {
    if (!open()) return false;
    const by = { account, name: oneLine(exactly(name), 64), at: clock.now() };
    const known = ledger.requests().length;
    const added = await system.perform(() => tried(by, code));
    if (added) await changed(added, true);
    else if (ledger.requests().length > known) await wrote(by);
    return added !== undefined;
  }

  return {
    list: () => listOf(options, open()),
    async pair(by) {
      mustBeOpen(closed());
      const code = codeFrom(options.hash(clock.id()));
      const expiresAt = clock.now() + pairingMs;
      await system.perform(() => {
        ledger.setPairing(undefined);
        ledger.setPairing({ codeHash: hashOf(code), by, expiresAt, tries: 0 });
      });
      return { code, expiresAt };
    },
    async allow(account, by) {
      const isKnown = open() !== undefined && ledger.requests().some(one => one.account === account);
      if (!isKnown) return false;
      mustBeOpen(closed());
      const added = await system.perform(() => {
        const request = open() && ledger.requests().find(one => one.account === account);
        return request && letIn({ ...request, by, at: clock.now() });
      });
      if (added) await changed(added, true);
      return added !== undefined;
    },
    async remove(account, by) {
      const removed = await system.perform(() => {
        const known = ledger.accounts().find(one => one.account === account);
        const wasRequest = ledger.removeRequest(account);
        if (known && ledger.remove(account)) audit(account, false, by);
        return { known, wasRequest };
      });
      if (removed.known) await changed(removed.known, false);
      return removed.known !== undefined || removed.wasRequest;
    },
    knock,
  };
}

function mustBeOpen(why: Sentence | undefined): void {
  if (why !== undefined) throw fault('denied', why);
}

/** Who wrote counts only while a code is waited for. */
function listOf(
  { ledger, closed, isOwnerSet }: Pick<AccountServiceOptions, 'ledger' | 'closed' | 'isOwnerSet'>,
  pairing: StoredPairing | undefined,
): AccountList {
  const accounts = ledger.accounts();
  const why = closed();
  const known = {
    accounts,
    hasOwner: isOwnerSet() || accounts.length > 0,
    ...defined({ closed: why && inEnglish(why), said: why === undefined ? undefined : formOf(why) }),
  };
  if (!pairing) return { ...known, requests: [] };
  const { expiresAt, tries } = pairing;
  return { ...known, requests: ledger.requests(), pairing: { expiresAt, triesLeft: pairingTries - tries } };
}
