-- A request that was answered, and one that still runs.
INSERT INTO idempotency_keys (user_id, key, route, request_hash, status, answer) VALUES
    ('00000000-0000-7000-8000-000000000001', 'answered', 'create_team', 'hash', 200, '\x7b7d'),
    ('00000000-0000-7000-8000-000000000001', 'running', 'create_team', 'hash', NULL, NULL);
