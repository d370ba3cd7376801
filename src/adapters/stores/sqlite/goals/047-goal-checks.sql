-- What has to hold before a goal counts as done, and what was found: JSON of domain/goals/check.ts.
ALTER TABLE goals ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';
