-- Mails and short messages: written in the transaction that wants them, sent by a worker.
CREATE TABLE mails (
    id UUID PRIMARY KEY,
    channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
    recipient TEXT NOT NULL,
    template TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- Emptied when it was sent: it may hold a code or a link.
    body TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'dead')),
    n_attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    last_error TEXT,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    sent_at TIMESTAMPTZ
);

CREATE INDEX index_mails_next_attempt_at ON mails (next_attempt_at) WHERE status = 'waiting';
CREATE INDEX index_mails_created_at ON mails (created_at);

-- What was done. It outlives the accounts and teams that it names, so it refers to nothing.
CREATE TABLE audit_entries (
    id UUID PRIMARY KEY,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    action TEXT NOT NULL,
    actor_id UUID,
    user_id UUID,
    team_id UUID,
    ip_address TEXT,
    details JSONB NOT NULL DEFAULT '{}'
);

CREATE INDEX index_audit_entries_actor_id ON audit_entries (actor_id);
CREATE INDEX index_audit_entries_user_id ON audit_entries (user_id);
CREATE INDEX index_audit_entries_team_id ON audit_entries (team_id);
