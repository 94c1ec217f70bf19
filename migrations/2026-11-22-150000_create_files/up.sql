-- What is known about uploaded files; their bytes are in the store of files.
CREATE TABLE files (
    -- SHA-256 of the stored bytes, in hexadecimal digits.
    hash TEXT PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
    -- The name in the store. It is never used again, so whoever removes an old file removes no newer one.
    name TEXT NOT NULL UNIQUE,
    media_type TEXT NOT NULL,
    n_bytes BIGINT NOT NULL,
    -- Pixels, or units of an SVG.
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    -- Since when nothing refers to it.
    unnamed_at TIMESTAMPTZ
);

CREATE INDEX index_files_unnamed_at ON files (unnamed_at) WHERE unnamed_at IS NOT NULL;

-- Images that a team uploaded to public addresses.
CREATE TABLE team_images (
    team_id UUID NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    file_hash TEXT NOT NULL REFERENCES files (hash) ON DELETE RESTRICT,
    created_by_id UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (team_id, file_hash)
);

CREATE INDEX index_team_images_file_hash ON team_images (file_hash);
CREATE INDEX index_team_images_created_by_id ON team_images (created_by_id);

-- Images of synchronized knowledge bases, by the names that their texts use.
CREATE TABLE knowledge_base_images (
    knowledge_base_id UUID NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    file_hash TEXT NOT NULL REFERENCES files (hash) ON DELETE RESTRICT,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    -- Since when no text of the base names it.
    unnamed_at TIMESTAMPTZ,
    -- When the texts of the base were last looked through for it.
    checked_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (knowledge_base_id, name)
);

CREATE INDEX index_knowledge_base_images_checked_at ON knowledge_base_images (checked_at);
CREATE INDEX index_knowledge_base_images_file_hash ON knowledge_base_images (file_hash);

-- Drawings of diagrams, by the SHA-256 of their source: browsers draw them.
CREATE TABLE knowledge_base_diagrams (
    knowledge_base_id UUID NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    source_hash TEXT NOT NULL,
    file_hash TEXT NOT NULL REFERENCES files (hash) ON DELETE RESTRICT,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    -- Since when no text of the base holds its source.
    unnamed_at TIMESTAMPTZ,
    -- When the texts of the base were last looked through for it.
    checked_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (knowledge_base_id, source_hash)
);

CREATE INDEX index_knowledge_base_diagrams_checked_at ON knowledge_base_diagrams (checked_at);
CREATE INDEX index_knowledge_base_diagrams_file_hash ON knowledge_base_diagrams (file_hash);
