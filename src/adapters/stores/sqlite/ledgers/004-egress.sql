-- Requests that left lately: the rate limit is kept over restarts, else a crash loop would be a way around it.
CREATE TABLE egress_requests (
  kind TEXT NOT NULL CHECK (kind IN ('read', 'write')),
  at   INTEGER NOT NULL
) STRICT;
CREATE INDEX egress_requests_at ON egress_requests (kind, at);
