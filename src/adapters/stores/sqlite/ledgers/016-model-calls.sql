-- Model calls under way that no conversation asked for: a gate's, a feature's. `spend`.session then holds the heading they are counted
-- under (`gate:NAME`, `observer`, `job:NAME`). What stands here counts in `spend_totals` already; a row that a process left when it
-- died becomes a row of `spend`, `lost`.
CREATE TABLE spend_calls (
  id      TEXT PRIMARY KEY,
  heading TEXT NOT NULL,
  call    TEXT NOT NULL                 -- JSON: OpenCall
) STRICT, WITHOUT ROWID;
