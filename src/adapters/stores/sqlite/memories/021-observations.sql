-- How far each conversation was looked through for what is worth keeping.
CREATE TABLE observations (
  session TEXT PRIMARY KEY,
  upto    INTEGER NOT NULL,             -- messages.n
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
