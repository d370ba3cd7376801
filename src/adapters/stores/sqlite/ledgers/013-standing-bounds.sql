-- A yes to calls yet to come may be bound to one conversation, and to the approval it was given with.

ALTER TABLE standing ADD COLUMN session TEXT;   -- the only conversation it speaks for; NULL: all
ALTER TABLE standing ADD COLUMN approval TEXT;  -- it stands for as long as this one is granted; NULL: it was given by itself
