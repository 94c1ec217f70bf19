UPDATE mails SET next_attempt_at = now() WHERE status = 'waiting';
DROP TABLE jobs;
