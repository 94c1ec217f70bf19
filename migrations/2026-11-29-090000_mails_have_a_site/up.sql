-- The mails of a site are looked up by it and outlive it, so that there is no foreign key.
ALTER TABLE mails
    ADD COLUMN site_id UUID;

CREATE INDEX index_mails_site_id ON mails (site_id, recipient);
