-- How far what was sent is trusted, so that an answer to it brings no more trust along; null: not known.
ALTER TABLE deliveries ADD COLUMN taint TEXT CHECK (taint IN ('owner', 'auth', 'external'));
