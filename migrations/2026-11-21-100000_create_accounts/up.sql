CREATE TABLE users (
    id UUID PRIMARY KEY,
    nickname TEXT NOT NULL,
    email TEXT UNIQUE,
    phone TEXT UNIQUE,
    password_hash TEXT NOT NULL,
    locale TEXT NOT NULL CHECK (locale IN ('zh-CN', 'en')),
    is_admin BOOLEAN NOT NULL DEFAULT FALSE,
    suspended_at TIMESTAMPTZ,
    suspended_reason TEXT,
    -- When the account is gone for good, after its owner asked for that.
    deletes_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    CONSTRAINT users_identifier_check CHECK (email IS NOT NULL OR phone IS NOT NULL)
);

CREATE INDEX index_users_deletes_at ON users (deletes_at) WHERE deletes_at IS NOT NULL;

CREATE TABLE avatars (
    id UUID PRIMARY KEY,
    user_id UUID NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    png BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
    id UUID PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    ip_address TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    expires_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX index_sessions_user_id ON sessions (user_id);

-- One code for a place and a purpose: a new one takes the place of the old.
CREATE TABLE verification_codes (
    target TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('register', 'login', 'reset', 'bind')),
    code_hash TEXT NOT NULL,
    n_tries INTEGER NOT NULL DEFAULT 0,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    expires_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (target, purpose)
);

-- Counters of what may not be done too often. Keys are hashes: no address is kept in clear.
CREATE TABLE throttles (
    key TEXT PRIMARY KEY,
    n_hits INTEGER NOT NULL,
    -- How many windows in a row were used up.
    n_full_windows INTEGER NOT NULL DEFAULT 0,
    resets_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX index_throttles_resets_at ON throttles (resets_at);
