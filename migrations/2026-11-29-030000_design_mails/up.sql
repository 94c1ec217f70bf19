-- A mail has a design beside its text, and says in whose name it is written. The mails of a site are looked up by it and
-- outlive it, so that there is no foreign key.
ALTER TABLE mails
    ADD COLUMN html TEXT NOT NULL DEFAULT '',
    ADD COLUMN sender_name TEXT NOT NULL DEFAULT '',
    ADD COLUMN reply_to TEXT NOT NULL DEFAULT '',
    ADD COLUMN site_id UUID;

CREATE INDEX index_mails_site_id ON mails (site_id, recipient);
