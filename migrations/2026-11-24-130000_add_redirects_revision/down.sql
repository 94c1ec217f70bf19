ALTER TABLE sites DROP COLUMN redirects_revision;
