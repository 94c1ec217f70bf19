INSERT INTO jobs (id, kind, payload, priority, status, n_attempts) VALUES
    ('00000000-0000-7000-8000-00000000a001', 'sendMail', '{"mailId": "00000000-0000-7000-8000-000000000021"}', 10, 'waiting', 0);
