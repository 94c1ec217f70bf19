DROP TABLE audit_entries;
DROP TABLE mails;
