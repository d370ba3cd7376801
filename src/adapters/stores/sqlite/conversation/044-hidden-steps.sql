-- 0: its owner wants no steps. Without a row nothing was said, and the channel decides: a terminal shows them as they come.
ALTER TABLE verbose_sessions ADD COLUMN is_shown INTEGER NOT NULL DEFAULT 1;
