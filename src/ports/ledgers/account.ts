/** Port: accounts that were let in on a channel, and the code that lets one in. Writes only inside a transaction. */
import type { Account, AccountRequest } from '../../domain/accounts/account.ts';

/** A code that is waited for, by its hash. */
export interface StoredPairing {
  readonly codeHash: string;
  readonly by: string;
  readonly expiresAt: number;
  readonly tries: number;
}

/** Of one channel. */
export interface AccountLedger {
  accounts(): readonly Account[];
  /** Does nothing where it is there. */
  add(account: Account): void;
  /** Answers whether it was there. */
  remove(account: string): boolean;
  pairing(): StoredPairing | undefined;
  /** Undefined: none is waited for, and who wrote meanwhile is forgotten. */
  setPairing(pairing: StoredPairing | undefined): void;
  requests(): readonly AccountRequest[];
  addRequest(request: AccountRequest): void;
  removeRequest(account: string): boolean;
}
