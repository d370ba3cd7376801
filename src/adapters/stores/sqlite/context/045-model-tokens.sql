-- How many tokens of a model one estimated token is, as its own replies have counted.
CREATE TABLE model_tokens (
  model  TEXT PRIMARY KEY,              -- provider/model
  factor REAL NOT NULL,
  at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
