-- When all that the visitor of a grant has ends, as it was computed last: '-infinity' when something changed since then,
-- 'infinity' when nothing ends. It says which sites are read for reminders; what a visitor has is always computed.
ALTER TABLE grants ADD COLUMN visitor_ends_at TIMESTAMPTZ NOT NULL DEFAULT '-infinity';
