INSERT INTO backups (taken_at) VALUES ('2026-12-01 03:00:00+00');
