ALTER TABLE mails DROP COLUMN unsubscribe_url;
