-- Domains the owner has said yes to: a later request that changes something there runs unasked.
CREATE TABLE trusted_domains (
  domain TEXT PRIMARY KEY CHECK (domain <> ''),
  by     TEXT NOT NULL,
  at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
