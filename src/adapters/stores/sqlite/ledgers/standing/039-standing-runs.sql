-- A yes to commands yet to come speaks for the content of the files that they run.

ALTER TABLE standing ADD COLUMN runs TEXT;  -- JSON: path, how and hash of each; NULL: they ran none when it was given
