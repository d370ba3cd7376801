-- An approval asks through its channels' lines from here on; one whose card was on its way waits for its turn once more.
UPDATE approvals SET begun = NULL WHERE state = 'pending' AND begun IS NOT NULL AND shown = '[]';
