-- Accounts that were let in on a channel while it ran, beside those of the settings.
CREATE TABLE channel_accounts (
  channel TEXT NOT NULL,
  account TEXT NOT NULL,                -- as the channel numbers it
  name    TEXT NOT NULL,
  by      TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (channel, account)
) STRICT, WITHOUT ROWID;
-- The code that lets the next one in, at most one a channel.
CREATE TABLE channel_pairings (
  channel    TEXT PRIMARY KEY,
  code_hash  TEXT NOT NULL,
  by         TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  tries      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Who wrote while a code was waited for.
CREATE TABLE channel_requests (
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  name    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (channel, account)
) STRICT, WITHOUT ROWID;
