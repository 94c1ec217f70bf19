ALTER TABLE users DROP COLUMN last_used_at;
