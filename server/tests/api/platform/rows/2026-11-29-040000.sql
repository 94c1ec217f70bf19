INSERT INTO plan_reminders (team_id, ends_at, kind, sent_at)
SELECT id, now(), 'before14', now() FROM teams;
