-- What providers say themselves that their models cost (OpenRouter's list of models), as it was read last.
CREATE TABLE listed_prices (
  model TEXT PRIMARY KEY,               -- provider/model
  price TEXT NOT NULL,                  -- JSON: US dollars per million tokens
  at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
