-- How the agent is to speak, as its owner has said it in a chat or on the page: a preset, and single axes.
CREATE TABLE persona_state (
  name  TEXT PRIMARY KEY,               -- 'preset', or an axis
  value TEXT NOT NULL,
  at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
