-- Keys that others took the place of: orders that were made with them can still be paid and refunded.
CREATE TABLE former_payment_keys (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    method TEXT NOT NULL,
    is_test BOOLEAN NOT NULL,
    settings JSONB NOT NULL,
    sealed_keys TEXT NOT NULL,
    replaced_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX index_former_payment_keys_site_id ON former_payment_keys (site_id, method, replaced_at);
