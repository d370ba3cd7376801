-- What the redo log beside this file goes on from: its records belong to this state of the tables and to no other.
-- An earlier program, which would leave them out, cannot open this file.
CREATE TABLE redo (
  salt TEXT NOT NULL                    -- another one whenever the tables are written
) STRICT;
INSERT INTO redo (salt) VALUES (hex(randomblob(8)));
