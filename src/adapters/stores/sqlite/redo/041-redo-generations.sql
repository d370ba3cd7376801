-- A salt begins with how often the tables were written out, so that a log which belongs to later tables is known as such.
-- An earlier program, which cannot read the records of that log, cannot open this file.
UPDATE redo SET salt = '1-' || hex(randomblob(8));
ALTER TABLE redo ADD COLUMN place TEXT; -- inode and birth of the file: another one is a copy, which may not be whole
