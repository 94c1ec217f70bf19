ALTER TABLE grants DROP COLUMN visitor_ends_at;
