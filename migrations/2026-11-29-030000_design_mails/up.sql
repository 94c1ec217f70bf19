-- A mail has a design beside its text, and says in whose name it is written.
ALTER TABLE mails
    ADD COLUMN html TEXT NOT NULL DEFAULT '',
    ADD COLUMN sender_name TEXT NOT NULL DEFAULT '',
    ADD COLUMN reply_to TEXT NOT NULL DEFAULT '';
