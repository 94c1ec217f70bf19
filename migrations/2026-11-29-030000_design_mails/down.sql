ALTER TABLE mails
    DROP COLUMN html,
    DROP COLUMN sender_name,
    DROP COLUMN reply_to;
