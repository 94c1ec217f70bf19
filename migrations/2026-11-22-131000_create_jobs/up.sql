-- Work that is done later: written in the transaction that wants it, done by a worker of any server.
-- A row is deleted when it was done.
CREATE TABLE jobs (
    id UUID PRIMARY KEY,
    kind TEXT NOT NULL,
    -- IDs that say to what it is done; never a text or a secret.
    payload JSONB NOT NULL DEFAULT '{}',
    -- The lower one goes first.
    priority SMALLINT NOT NULL,
    status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'dead')),
    run_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    n_attempts INTEGER NOT NULL DEFAULT 0,
    -- The worker that is doing it, and until when it has it to itself unless it says that it still works.
    lease_id UUID,
    leased_until TIMESTAMPTZ,
    last_error TEXT,
    -- Of the jobs that wait, one has a key.
    dedupe_key TEXT,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX index_jobs_priority_run_at ON jobs (priority, run_at, id) WHERE status = 'waiting';
CREATE INDEX index_jobs_lease_id ON jobs (lease_id) WHERE lease_id IS NOT NULL;
CREATE UNIQUE INDEX index_jobs_dedupe_key ON jobs (dedupe_key) WHERE status = 'waiting';

-- Mails that wait are sent by jobs from now on. A server of the release before sends what is due by
-- next_attempt_at, so nothing is.
INSERT INTO jobs (id, kind, payload, priority, run_at)
SELECT gen_random_uuid(),
    CASE template WHEN 'code' THEN 'sendCode' ELSE 'sendMail' END,
    jsonb_build_object('mailId', id),
    CASE template WHEN 'code' THEN 0 ELSE 10 END,
    next_attempt_at
FROM mails WHERE status = 'waiting';
UPDATE mails SET next_attempt_at = 'infinity' WHERE status = 'waiting';
