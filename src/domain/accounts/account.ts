/** Accounts of the owner on a channel that were let in while it ran, beside those of the settings. */
import type { Form } from '../policy/sentence.ts';

/** One that was let in. */
export interface Account {
  /** As the channel numbers it. */
  readonly account: string;
  /** As it calls itself, on one line. */
  readonly name: string;
  /** From where it was let in, as `Decision.by` says it. */
  readonly by: string;
  readonly at: number;
}

/** One that wrote while a code was waited for. */
export type AccountRequest = Omit<Account, 'by'>;

/** A code that is waited for. */
export interface Pairing {
  readonly expiresAt: number;
  /** So many wrong codes are left, from any account. */
  readonly triesLeft: number;
}

/** What is known of who may talk on a channel. */
export interface AccountList {
  readonly accounts: readonly Account[];
  readonly requests: readonly AccountRequest[];
  readonly pairing?: Pairing;
  /** Somebody may talk there already: of these, or of the settings. */
  readonly hasOwner: boolean;
  /** Why no further account can be let in; absent: one can. */
  readonly closed?: string;
  /** The same as data. */
  readonly said?: Form;
}

/** What the owner can look at and do. Every promise rejects with a `Fault` that can be shown. */
export interface AccountService {
  list(): AccountList;
  /** A new code; the one before is void. */
  pair(by: string): Promise<{ readonly code: string; readonly expiresAt: number }>;
  /** Lets in who has written. False: nobody of that number wrote, or the time is over. */
  allow(account: string, by: string): Promise<boolean>;
  /** Shuts out who was let in, or forgets who wrote. False: nobody knows it. */
  remove(account: string, by: string): Promise<boolean>;
}

/** A code holds so long, bears so many wrong tries, and this many strangers are noted meanwhile. */
export const pairingMs = 900_000;
export const pairingTries = 5;
export const mostRequests = 5;

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 8;

/** A code from random bytes: letters and digits that are not mistaken for one another. */
export function codeFrom(bytes: Uint8Array): string {
  return [...bytes.slice(0, codeLength)].map(byte => letters[byte % letters.length]).join('');
}

/** A code as it was typed: blanks, hyphens and case do not count. */
export function typedCode(text: string): string {
  return text.replace(/[\s-]+/g, '').toUpperCase();
}
