-- Their personal spaces and a team of both, with an invitation that waits.
INSERT INTO teams (id, kind, name, owner_id, plan) VALUES
    ('00000000-0000-7000-8000-000000000011', 'personal', '李明的空间', '00000000-0000-7000-8000-000000000001', 'creator'),
    ('00000000-0000-7000-8000-000000000012', 'personal', 'Wang''s space', '00000000-0000-7000-8000-000000000002', 'creator'),
    ('00000000-0000-7000-8000-000000000013', 'team', '墨砚', '00000000-0000-7000-8000-000000000001', 'professional');
INSERT INTO team_members (team_id, user_id, role) VALUES
    ('00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000001', 'owner'),
    ('00000000-0000-7000-8000-000000000012', '00000000-0000-7000-8000-000000000002', 'owner'),
    ('00000000-0000-7000-8000-000000000013', '00000000-0000-7000-8000-000000000001', 'owner'),
    ('00000000-0000-7000-8000-000000000013', '00000000-0000-7000-8000-000000000002', 'editor');
INSERT INTO team_invitations (id, team_id, email, role, token_hash, invited_by_id, expires_at) VALUES
    ('00000000-0000-7000-8000-000000000014', '00000000-0000-7000-8000-000000000013', 'guest@example.com', 'viewer', repeat('2', 64), '00000000-0000-7000-8000-000000000001', now() + INTERVAL '7 days');
