-- What was asked, allowed, done and changed: rows that are only ever added, each with a hash over itself and the one before it.
-- Kept for ever. The hash of the newest is signed in a file beside the database, so that rows cut from the end are missed too.

CREATE TABLE audit (
  n       INTEGER PRIMARY KEY,          -- 1, 2, 3, … without a gap
  at      INTEGER NOT NULL,
  kind    TEXT NOT NULL,                -- tool.called
  subject TEXT NOT NULL,                -- what it is about: a tool, an approval, a file, a secret's name
  actor   TEXT NOT NULL,                -- whose doing: a session, an actor, the owner on a channel
  facts   TEXT NOT NULL,                -- canonical JSON: ids, levels, digests, sizes; no message text, no secret
  hash    TEXT NOT NULL                 -- SHA-256, base64url
) STRICT;
