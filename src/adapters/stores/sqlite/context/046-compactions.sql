-- Summaries that stand for the beginning of a conversation. The messages they stand for are kept.
CREATE TABLE compactions (
  summary   TEXT PRIMARY KEY,           -- its message
  session   TEXT NOT NULL,
  up_to     INTEGER NOT NULL,           -- messages.n of the newest message it stands for
  messages  INTEGER NOT NULL,           -- so many, those of earlier summaries among them
  at        INTEGER NOT NULL,
  undone_at INTEGER                     -- null: it stands, unless a newer one does
) STRICT, WITHOUT ROWID;
CREATE INDEX compactions_session ON compactions (session, up_to);
