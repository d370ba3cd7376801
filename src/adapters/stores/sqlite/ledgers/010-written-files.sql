-- What the agent itself has written where its conversation held nothing from outside: a file that still has this content is trusted as
-- far as that conversation was. All other files are outside text.
CREATE TABLE written_files (
  path  TEXT PRIMARY KEY,
  hash  TEXT NOT NULL,              -- SHA-256 of the whole content, hex
  taint TEXT NOT NULL CHECK (taint IN ('owner', 'auth')),
  at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
