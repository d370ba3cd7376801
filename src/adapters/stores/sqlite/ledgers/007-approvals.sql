-- Approvals wait for their turn, are signed, consumed, and may stand.

ALTER TABLE approvals ADD COLUMN place INTEGER;      -- in the order of asking
ALTER TABLE approvals ADD COLUMN begun INTEGER;      -- since when it is before the owner; NULL: it waits for its turn
ALTER TABLE approvals ADD COLUMN reason TEXT;        -- what was said with the decision
ALTER TABLE approvals ADD COLUMN answer TEXT;        -- id of the event that decided
UPDATE approvals SET begun = at, place = line.n
  FROM (SELECT address, row_number() OVER (ORDER BY at, address) AS n FROM approvals) AS line WHERE line.address = approvals.address;
CREATE INDEX approvals_session ON approvals (session, state, decided_at);
CREATE INDEX approvals_place ON approvals (place);

-- A yes that was granted. It is consumed in the transaction that starts its act.
CREATE TABLE grants (
  approval     TEXT PRIMARY KEY,
  digest       TEXT NOT NULL,           -- of the frozen call
  nonce        TEXT NOT NULL UNIQUE,
  decided_by   TEXT NOT NULL,
  decided_at   INTEGER NOT NULL,
  confirmation TEXT,
  expires_at   INTEGER NOT NULL,
  signature    TEXT NOT NULL,           -- Ed25519, base64url
  consumed_at  INTEGER,
  consumed_by  TEXT                     -- the tool call
) STRICT, WITHOUT ROWID;

-- The owner's yes to calls yet to come.
CREATE TABLE standing (
  id         TEXT PRIMARY KEY,
  tool       TEXT NOT NULL,
  pattern    TEXT NOT NULL,             -- JSON: what each argument may be
  given_by   TEXT NOT NULL,
  at         INTEGER NOT NULL,
  until      INTEGER NOT NULL,
  most       INTEGER NOT NULL,
  used       INTEGER NOT NULL,
  signature  TEXT NOT NULL,             -- Ed25519, base64url
  revoked_at INTEGER,
  used_at    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_tool ON standing (tool, until);

-- What ran without a question and is told to the owner. JSON: { intent, standing? }
ALTER TABLE tool_calls ADD COLUMN unasked TEXT;
