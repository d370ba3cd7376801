-- Conversations that belong to an agent of the settings, by /agent.
CREATE TABLE conversation_agents (
  session TEXT PRIMARY KEY,
  agent   TEXT NOT NULL,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
