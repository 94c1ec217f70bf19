-- A letter that waits, and what was done.
INSERT INTO mails (id, channel, recipient, template, subject, body) VALUES
    ('00000000-0000-7000-8000-000000000021', 'email', 'guest@example.com', 'invitation', '邀请', 'https://moyan.example/invitations/x');
INSERT INTO audit_entries (id, action, actor_id, user_id, ip_address, details) VALUES
    ('00000000-0000-7000-8000-000000000022', 'account.loggedIn', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', '10.0.0.1', '{"device": "web"}');
