/** The accounts of a channel in SQLite. */
import type { Account, AccountRequest } from '../../../../domain/accounts/account.ts';
import type { AccountLedger, StoredPairing } from '../../../../ports/ledgers/account.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link AccountLedger} over one open database that has migration 031. */
export function sqliteAccountLedger(database: SqliteDatabase, channel: string): AccountLedger {
  const accounts = database.prepare<[string], Account>(
    'SELECT account, name, by, at FROM channel_accounts WHERE channel = ? ORDER BY at, account',
  );
  const add = database.prepare(
    'INSERT OR IGNORE INTO channel_accounts (channel, account, name, by, at) VALUES (?, @account, @name, @by, @at)',
  );
  const remove = database.prepare('DELETE FROM channel_accounts WHERE channel = ? AND account = ?');
  const pairing = database.prepare<[string], StoredPairing>(
    'SELECT code_hash AS codeHash, by, expires_at AS expiresAt, tries FROM channel_pairings WHERE channel = ?',
  );
  const setPairing = database.prepare(
    'INSERT OR REPLACE INTO channel_pairings (channel, code_hash, by, expires_at, tries) VALUES (?, @codeHash, @by, @expiresAt, @tries)',
  );
  const dropPairing = database.prepare('DELETE FROM channel_pairings WHERE channel = ?');
  const requests = database.prepare<[string], AccountRequest>(
    'SELECT account, name, at FROM channel_requests WHERE channel = ? ORDER BY at, account',
  );
  const addRequest = database.prepare(
    'INSERT OR IGNORE INTO channel_requests (channel, account, name, at) VALUES (?, @account, @name, @at)',
  );
  const removeRequest = database.prepare('DELETE FROM channel_requests WHERE channel = ? AND account = ?');
  const dropRequests = database.prepare('DELETE FROM channel_requests WHERE channel = ?');
  return {
    accounts: () => accounts.all(channel),
    add: account => void add.run(channel, account),
    remove: account => remove.run(channel, account).changes > 0,
    pairing: () => pairing.get(channel),
    setPairing(stored) {
      if (stored) setPairing.run(channel, stored);
      else {
        dropPairing.run(channel);
        dropRequests.run(channel);
      }
    },
    requests: () => requests.all(channel),
    addRequest: request => void addRequest.run(channel, request),
    removeRequest: account => removeRequest.run(channel, account).changes > 0,
  };
}
