-- New memories are written to their index by the store. A trigger that writes to an index opens a savepoint, at which SQLite
-- writes out the words of the memory before: each was a piece of the index of its own, to be merged with others later.
DROP TRIGGER memories_ai;

-- Smaller pieces of the indexes are merged at a time: with the usual 4 KB a commit among many held all else for 45 ms.
INSERT INTO memories_fts (memories_fts, rank) VALUES ('pgsz', 1000);
INSERT INTO messages_fts (messages_fts, rank) VALUES ('pgsz', 1000);
