-- Redirects that were changed.
UPDATE sites SET redirects_revision = 2;
