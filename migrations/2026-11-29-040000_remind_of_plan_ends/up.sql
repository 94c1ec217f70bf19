-- Which mails about the end of a plan were sent: once for each end and number of days before it.
CREATE TABLE plan_reminders (
    team_id UUID NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    ends_at TIMESTAMPTZ NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('before14', 'before7', 'before1', 'ended', 'closing7', 'closing1')),
    sent_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (team_id, ends_at, kind)
);
