-- Messages that a memory comes from beside `memories.message`: those that corrected it, and those that said it again.
CREATE TABLE memory_sources (
  memory  TEXT NOT NULL,                -- id of a memory
  message TEXT NOT NULL,                -- id of a message of the owner
  PRIMARY KEY (memory, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_sources_message ON memory_sources (message);

-- Earlier versions did not note what had corrected a memory: it is the newest message of the five minutes before.
INSERT OR IGNORE INTO memory_sources (memory, message)
SELECT memory, message FROM (
  SELECT c.memory, (SELECT m.id FROM messages m WHERE m.role = 'owner' AND m.at BETWEEN c.at - 300000 AND c.at
    ORDER BY m.at DESC, m.n DESC LIMIT 1) AS message
  FROM memory_changes c WHERE c.batch = 'reworded')
WHERE message IS NOT NULL;
