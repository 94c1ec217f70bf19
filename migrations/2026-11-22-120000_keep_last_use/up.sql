-- When the account was last used. Sessions know it too, but they are deleted at the logout.
ALTER TABLE users ADD COLUMN last_used_at TIMESTAMPTZ;
UPDATE users
SET last_used_at = seen.last_seen_at
FROM (
    SELECT user_id, MAX(last_seen_at) AS last_seen_at
    FROM sessions
    GROUP BY user_id
) AS seen
WHERE seen.user_id = users.id;
CREATE INDEX index_users_last_used_at ON users (last_used_at);
