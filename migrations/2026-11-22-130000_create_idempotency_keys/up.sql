-- Requests that are done once, however often they are sent. A row without a status is a request that still runs.
CREATE TABLE idempotency_keys (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    route TEXT NOT NULL,
    -- Of method, address and body: the same key does not serve for another request.
    request_hash TEXT NOT NULL,
    status SMALLINT,
    etag TEXT,
    answer BYTEA,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, key)
);

CREATE INDEX index_idempotency_keys_created_at ON idempotency_keys (created_at);
