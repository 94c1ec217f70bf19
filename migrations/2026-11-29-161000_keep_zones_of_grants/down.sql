ALTER TABLE grants DROP COLUMN time_zone;
