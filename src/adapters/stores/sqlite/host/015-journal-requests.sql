-- What a step asked of the host is a list of objects in the journal from here on, beside the lines of earlier entries.
-- Nothing stored changes; the number keeps an earlier program, which cannot read them, from opening this file.
SELECT 1;
