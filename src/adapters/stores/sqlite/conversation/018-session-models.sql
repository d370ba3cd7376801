-- The model its owner has chosen for a conversation, by /model. One without a row has the model of the settings.
CREATE TABLE session_models (
  session TEXT PRIMARY KEY,
  model   TEXT NOT NULL,                -- provider/model
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
