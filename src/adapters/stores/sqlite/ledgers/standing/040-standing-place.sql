-- A yes to calls yet to come that was given for a sandbox does not speak for calls without one.

ALTER TABLE standing ADD COLUMN executor TEXT;  -- where programs ran when it was given; NULL: an earlier version did not write it down
