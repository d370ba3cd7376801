-- What model calls cost. Every sum of rows is a total kept beside them: the calls of `spend` and those still open in `spend_sessions`
-- make `spend_totals` and each session's own sum.

-- One row a call, once it is reckoned up.
CREATE TABLE spend (
  day     TEXT NOT NULL,                -- the owner's, in which it began
  at      INTEGER NOT NULL,
  id      TEXT NOT NULL,                -- of the reservation
  session TEXT NOT NULL,
  turn    TEXT NOT NULL,
  model   TEXT NOT NULL,                -- provider/model
  state   TEXT NOT NULL CHECK (state IN ('settled', 'failed', 'lost')),
  usage   TEXT NOT NULL,                -- JSON, all token kinds
  keys    TEXT NOT NULL,                -- JSON: the totals it stands in beside its session's
  tokens  INTEGER NOT NULL,
  micros  INTEGER NOT NULL,             -- millionths of a US dollar
  PRIMARY KEY (day, at, id)
) STRICT, WITHOUT ROWID;

-- `day:2026-11-22`, `schedule:NAME`.
CREATE TABLE spend_totals (
  key    TEXT PRIMARY KEY,
  tokens INTEGER NOT NULL,
  micros INTEGER NOT NULL,
  warned INTEGER NOT NULL               -- the highest warning given, in percent
) STRICT, WITHOUT ROWID;

CREATE TABLE spend_sessions (
  session TEXT PRIMARY KEY,
  state   TEXT NOT NULL                 -- JSON: SessionSpend
) STRICT, WITHOUT ROWID;

-- A turn that ran out of budget is `paused`: it goes on with the owner's next words.
CREATE TABLE turns_with_pause (
  id         TEXT NOT NULL PRIMARY KEY,
  session    TEXT NOT NULL,
  outcome    TEXT NOT NULL CHECK (outcome IN ('running', 'done', 'failed', 'cancelled', 'expired', 'paused')),
  reply      TEXT,                      -- id of the message that ended it
  model      TEXT,
  usage      TEXT NOT NULL,             -- JSON, all token kinds
  started_at INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT;
INSERT INTO turns_with_pause SELECT id, session, outcome, reply, model, usage, started_at, ended_at FROM turns;
DROP TABLE turns;
ALTER TABLE turns_with_pause RENAME TO turns;
CREATE INDEX turns_session ON turns (session, started_at);
