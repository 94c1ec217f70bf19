-- The moment of the rows of the last good backup: one row.
CREATE TABLE backups (
    is_last BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (is_last),
    taken_at TIMESTAMPTZ NOT NULL
);
