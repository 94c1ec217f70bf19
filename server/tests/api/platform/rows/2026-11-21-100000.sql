-- Somebody with an address, a picture, a session and a code on the way, and somebody with a number who is going.
INSERT INTO users (id, nickname, email, phone, password_hash, locale, is_admin, deletes_at) VALUES
    ('00000000-0000-7000-8000-000000000001', '李明', 'li@example.com', NULL, '$2b$04$abcdefghijklmnopqrstuuIvyWZlBcE3WoQXKqRnwrLYJ6nenE0Bq', 'zh-CN', TRUE, NULL),
    ('00000000-0000-7000-8000-000000000002', 'Wang', NULL, '+86-13800138000', '$2b$04$abcdefghijklmnopqrstuuIvyWZlBcE3WoQXKqRnwrLYJ6nenE0Bq', 'en', FALSE, now() + INTERVAL '3 days');
INSERT INTO avatars (id, user_id, png) VALUES
    ('00000000-0000-4000-8000-000000000003', '00000000-0000-7000-8000-000000000001', '\x89504e47');
INSERT INTO sessions (id, user_id, device, user_agent, ip_address, expires_at) VALUES
    ('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000001', 'web', 'Firefox', '10.0.0.1', now() + INTERVAL '180 days');
INSERT INTO verification_codes (target, purpose, code_hash, expires_at) VALUES
    ('li@example.com', 'login', repeat('0', 64), now() + INTERVAL '10 minutes');
INSERT INTO throttles (key, n_hits, resets_at) VALUES (repeat('1', 64), 1, now() + INTERVAL '1 minute');
