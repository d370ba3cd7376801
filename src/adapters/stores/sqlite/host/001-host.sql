-- The host: actors as rows, and everything they wait for or have asked for. Instants are UTC epoch milliseconds.

CREATE TABLE boots (
  id         TEXT PRIMARY KEY,
  program    TEXT NOT NULL,             -- the version that ran
  started_at INTEGER NOT NULL,
  ended_at   INTEGER                    -- null: it did not end by itself
) STRICT, WITHOUT ROWID;

-- Tables that grow are kept in the order they are written, with an index over the name: what one commit writes for several
-- actors then fills one page, not a page each.

CREATE TABLE actors (
  n           INTEGER PRIMARY KEY,      -- spelled out, since VACUUM renumbers an implicit rowid; the journal names it
  address     TEXT NOT NULL UNIQUE,     -- kind:key
  machine     TEXT NOT NULL,
  version     TEXT NOT NULL,            -- of the machine that wrote `state`
  status      TEXT NOT NULL CHECK (status IN ('active', 'done', 'stopped', 'suspended', 'quarantined')),
  leaf        TEXT NOT NULL,            -- thinking.completing
  tags        TEXT NOT NULL,            -- JSON array
  state       TEXT NOT NULL,            -- XState's persisted snapshot without children, JSON
  children    TEXT NOT NULL,            -- JSON: child id → { address, src }
  input       TEXT NOT NULL,            -- JSON: what it was born with, for a fresh restart
  parent      TEXT,
  child_id    TEXT,                     -- its name in the parent's chart
  seq         INTEGER NOT NULL,         -- steps so far; never goes back
  incarnation INTEGER NOT NULL,
  hash        TEXT NOT NULL,            -- of `state`
  since       INTEGER NOT NULL,         -- in this leaf
  started_at  INTEGER NOT NULL,
  last_at     INTEGER NOT NULL,
  last_event  TEXT NOT NULL,
  problem     TEXT                      -- why it is suspended or quarantined
) STRICT;
CREATE INDEX actors_ended ON actors (last_at) WHERE status IN ('done', 'stopped');

-- Keys of events once taken. A key outlives its event and is never pruned.
CREATE TABLE accepted (
  key TEXT PRIMARY KEY,
  at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE inbox (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  target   TEXT NOT NULL,
  event    TEXT NOT NULL,               -- JSON, stamped with at and id
  child    TEXT,                        -- address of the child whose end this is
  attempts INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_target ON inbox (target);

CREATE TABLE journal (
  actor   INTEGER NOT NULL,             -- n of its row
  seq     INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  event   TEXT NOT NULL,                -- JSON
  value   TEXT NOT NULL,                -- JSON state value after it
  path    TEXT NOT NULL,                -- JSON microsteps [source, target, event]
  effects TEXT NOT NULL,                -- JSON: what the step asked for, in short
  micros  INTEGER NOT NULL,
  hash    TEXT NOT NULL,                -- of the state after it
  code    TEXT NOT NULL                 -- hash of the machine that made it
) STRICT;
CREATE UNIQUE INDEX journal_step ON journal (actor, seq);

CREATE TABLE snapshots (
  address  TEXT NOT NULL,
  seq      INTEGER NOT NULL,
  version  TEXT NOT NULL,
  state    TEXT NOT NULL,
  children TEXT NOT NULL,
  PRIMARY KEY (address, seq)
) STRICT, WITHOUT ROWID;

-- No index over the open ones: they are looked for at boot alone, and each would cost a page in every commit.
CREATE TABLE effects (
  address  TEXT NOT NULL PRIMARY KEY,   -- owner#seq.index
  owner    TEXT NOT NULL,
  child_id TEXT NOT NULL,
  src      TEXT NOT NULL,
  policy   TEXT NOT NULL CHECK (policy IN ('repeatable', 'keyed', 'once')),
  key      TEXT NOT NULL,               -- names the act; for others the address
  act      TEXT,                        -- that key again, from the start of a `once` on that has one of its own
  input    TEXT NOT NULL,
  status   TEXT NOT NULL CHECK (status IN ('pending', 'running', 'done', 'failed', 'cancelled', 'unknown')),
  left_at  INTEGER,                     -- its owner left the invoking state: nobody waits for it
  boot     TEXT NOT NULL,
  attempt  INTEGER NOT NULL,
  outcome  TEXT,                        -- JSON, kept for such a `once` alone: the fence
  at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The fence: one act, one start.
CREATE UNIQUE INDEX effects_act ON effects (act) WHERE act IS NOT NULL;

CREATE TABLE timers (
  owner  TEXT NOT NULL,
  id     TEXT NOT NULL,
  target TEXT NOT NULL,
  event  TEXT NOT NULL,
  due    INTEGER NOT NULL,
  PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX timers_due ON timers (due);

CREATE TABLE dead_letters (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  target   TEXT NOT NULL,
  event    TEXT NOT NULL,
  child    TEXT,
  attempts INTEGER NOT NULL,
  failure  TEXT NOT NULL,               -- JSON: kind, message
  at       INTEGER NOT NULL
) STRICT;

-- Texts above 2 KB, once each, under the SHA-256 of their UTF-8 bytes.
CREATE TABLE blobs (
  hash TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  at   INTEGER NOT NULL
) STRICT;
