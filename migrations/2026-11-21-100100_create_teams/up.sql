CREATE TABLE teams (
    id UUID PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('personal', 'team')),
    name TEXT NOT NULL,
    owner_id UUID NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
    plan TEXT NOT NULL DEFAULT 'creator' CHECK (plan IN ('creator', 'professional', 'enterprise')),
    plan_ends_at TIMESTAMPTZ,
    suspended_at TIMESTAMPTZ,
    suspended_reason TEXT,
    -- When the team is gone for good, after its owner deleted it.
    purges_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX index_teams_owner_id ON teams (owner_id);
CREATE INDEX index_teams_purges_at ON teams (purges_at) WHERE purges_at IS NOT NULL;
CREATE UNIQUE INDEX index_teams_personal_owner_id ON teams (owner_id) WHERE kind = 'personal';

CREATE TABLE team_members (
    team_id UUID NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'support', 'viewer')),
    joined_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (team_id, user_id)
);

CREATE INDEX index_team_members_user_id ON team_members (user_id);
CREATE UNIQUE INDEX index_team_members_owner_team_id ON team_members (team_id) WHERE role = 'owner';

CREATE TABLE team_invitations (
    id UUID PRIMARY KEY,
    team_id UUID NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'editor', 'support', 'viewer')),
    token_hash TEXT NOT NULL UNIQUE,
    invited_by_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    expires_at TIMESTAMPTZ NOT NULL,
    UNIQUE (team_id, email)
);

CREATE INDEX index_team_invitations_invited_by_id ON team_invitations (invited_by_id);
