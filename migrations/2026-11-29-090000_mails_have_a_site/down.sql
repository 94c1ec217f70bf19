DROP INDEX index_mails_site_id;

ALTER TABLE mails
    DROP COLUMN site_id;
