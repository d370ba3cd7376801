-- What was said, what was done, what is to be sent and who was asked.

CREATE TABLE messages (
  n           INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  session     TEXT NOT NULL,
  turn        TEXT NOT NULL,
  role        TEXT NOT NULL CHECK (role IN ('owner', 'assistant', 'tool', 'notice')),
  body        TEXT NOT NULL,            -- JSON: a text, or { blob, bytes }
  taint       TEXT NOT NULL CHECK (taint IN ('owner', 'auth', 'external')),
  more        TEXT,                     -- JSON: toolCalls, callId, tool, failed, attachments
  at          INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_session ON messages (session, n);

CREATE TABLE turns (
  id         TEXT NOT NULL PRIMARY KEY,
  session    TEXT NOT NULL,
  outcome    TEXT NOT NULL CHECK (outcome IN ('running', 'done', 'failed', 'cancelled', 'expired')),
  reply      TEXT,                      -- id of the message that ended it
  model      TEXT,
  usage      TEXT NOT NULL,             -- JSON, all token kinds
  started_at INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT;
CREATE INDEX turns_session ON turns (session, started_at);

CREATE TABLE tool_calls (
  address  TEXT NOT NULL,               -- of the tool-call actor
  session  TEXT NOT NULL,
  turn     TEXT NOT NULL,
  call_id  TEXT NOT NULL,
  tool     TEXT NOT NULL,
  digest   TEXT NOT NULL,
  level    INTEGER NOT NULL,
  reasons  TEXT NOT NULL,               -- JSON
  outcome  TEXT NOT NULL,
  failed   INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (session, ended_at, address)
) STRICT, WITHOUT ROWID;

CREATE TABLE deliveries (
  id       TEXT PRIMARY KEY,
  channel  TEXT NOT NULL,
  chat     TEXT NOT NULL,
  session  TEXT NOT NULL,
  body     TEXT NOT NULL,               -- JSON: a text, or { blob, bytes }
  status   TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'failed')),
  sent     INTEGER NOT NULL,            -- parts that are out
  refs     TEXT NOT NULL,               -- JSON: what the channel calls them
  failure  TEXT,
  at       INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE approvals (
  address    TEXT PRIMARY KEY,
  session    TEXT NOT NULL,
  card       TEXT NOT NULL,             -- JSON: ApprovalCard as last shown
  exact      TEXT NOT NULL,             -- JSON: a text, or { blob, bytes }
  shown      TEXT NOT NULL,             -- JSON: [{ channel, chat, ref }]
  state      TEXT NOT NULL CHECK (state IN ('pending', 'granted', 'denied', 'expired', 'undelivered', 'cancelled')),
  rev        INTEGER NOT NULL,
  decided_by TEXT,
  decided_at INTEGER,
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX approvals_state ON approvals (state, at);

-- What the supervisor heard.
CREATE TABLE reports (
  n       INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  subject TEXT NOT NULL,                -- whose address
  text    TEXT NOT NULL
) STRICT;
