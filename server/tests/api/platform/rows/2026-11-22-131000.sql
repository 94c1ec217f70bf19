-- A job that waits for its turn, one that a worker has, and one that was given up.
INSERT INTO jobs (id, kind, payload, priority, status, n_attempts, lease_id, leased_until, last_error, dedupe_key) VALUES
    ('00000000-0000-7000-8000-000000000031', 'sendMail', '{"mailId": "00000000-0000-7000-8000-000000000021"}', 10, 'waiting', 0, NULL, NULL, NULL, NULL),
    ('00000000-0000-7000-8000-000000000032', 'sweepExpiredRecords', '{}', 30, 'waiting', 1, '00000000-0000-7000-8000-000000000033', now() + interval '1 minute', NULL, 'sweepExpiredRecords'),
    ('00000000-0000-7000-8000-000000000034', 'sendMail', '{}', 10, 'dead', 8, NULL, NULL, 'missing field `mailId`', NULL);
