-- Counts the changes of a site's redirects, by the console and by releases.
ALTER TABLE sites ADD COLUMN redirects_revision BIGINT NOT NULL DEFAULT 0;
