-- Deliveries in the order of their coming: by id, which follows no order, each wrote a page of its own.
CREATE TABLE deliveries_in_order (
  n        INTEGER PRIMARY KEY,
  id       TEXT NOT NULL UNIQUE,
  channel  TEXT NOT NULL,
  chat     TEXT NOT NULL,
  session  TEXT NOT NULL,
  body     TEXT NOT NULL,               -- JSON: a text, or { blob, bytes }
  status   TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'failed')),
  sent     INTEGER NOT NULL,            -- parts that are out
  refs     TEXT NOT NULL,               -- JSON: what the channel calls them
  failure  TEXT,
  at       INTEGER NOT NULL,
  ended_at INTEGER,
  asks     TEXT                         -- JSON { incident, choices }: what the owner may answer; null for most
) STRICT;

INSERT INTO deliveries_in_order (id, channel, chat, session, body, status, sent, refs, failure, at, ended_at, asks)
  SELECT id, channel, chat, session, body, status, sent, refs, failure, at, ended_at, asks FROM deliveries ORDER BY at, id;
DROP TABLE deliveries;
ALTER TABLE deliveries_in_order RENAME TO deliveries;
