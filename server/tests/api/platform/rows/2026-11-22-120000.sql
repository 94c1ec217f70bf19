-- Somebody who logged out yesterday.
UPDATE users SET last_used_at = now() - INTERVAL '1 day' WHERE email = 'li@example.com';
