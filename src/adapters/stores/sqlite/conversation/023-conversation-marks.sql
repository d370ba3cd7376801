-- What the owner made of a conversation: its name, whether it is kept on top, whether it is put away. One without a row
-- is called by its first message.
CREATE TABLE conversation_marks (
  session  TEXT PRIMARY KEY,
  title    TEXT,                        -- null: as its first message
  pinned   INTEGER NOT NULL,
  archived INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
