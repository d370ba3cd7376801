-- Parts of the instructions that are longer than they may be, as a model has shortened them.
CREATE TABLE part_summaries (
  part    TEXT NOT NULL,
  session TEXT NOT NULL,                -- empty: of all conversations
  hash    TEXT NOT NULL,                -- of the whole part, and of how long it may be
  body    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (part, session)
) STRICT, WITHOUT ROWID;

-- How what a model sees is shared out in a conversation, where its owner has said it.
CREATE TABLE session_profiles (
  session TEXT PRIMARY KEY,
  profile TEXT NOT NULL,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
