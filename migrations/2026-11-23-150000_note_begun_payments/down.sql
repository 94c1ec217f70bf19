ALTER TABLE orders DROP COLUMN begun_at;
