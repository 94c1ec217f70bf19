DROP INDEX index_mails_site_id;

ALTER TABLE mails
    DROP COLUMN html,
    DROP COLUMN sender_name,
    DROP COLUMN reply_to,
    DROP COLUMN site_id;
