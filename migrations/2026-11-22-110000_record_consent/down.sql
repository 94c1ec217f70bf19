ALTER TABLE users DROP COLUMN terms_accepted_at;
