ALTER TABLE mails ALTER COLUMN next_attempt_at SET DEFAULT now();
UPDATE mails SET next_attempt_at = now() WHERE status = 'waiting';
DROP TABLE jobs;
