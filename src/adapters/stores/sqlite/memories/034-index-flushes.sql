-- New words are written to an index 128 KB at a time: with the usual megabyte one commit among many held everything else
-- for twice as long.
INSERT INTO memories_fts (memories_fts, rank) VALUES ('hashsize', 131072);
INSERT INTO messages_fts (messages_fts, rank) VALUES ('hashsize', 131072);
