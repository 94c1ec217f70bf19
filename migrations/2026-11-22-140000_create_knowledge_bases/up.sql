CREATE TABLE knowledge_bases (
    id UUID PRIMARY KEY,
    team_id UUID NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT 'other'
        CHECK (category IN ('techDocs', 'productManual', 'tutorial', 'other')),
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'draft', 'archived')),
    n_views BIGINT NOT NULL DEFAULT 0,
    n_documents INTEGER NOT NULL DEFAULT 0,
    n_words BIGINT NOT NULL DEFAULT 0,
    -- Counts every change of the base or of something in it. Each changed row takes the number as its revision.
    revision BIGINT NOT NULL DEFAULT 1,
    -- The revision at which the title, description, category or status changed last.
    settings_revision BIGINT NOT NULL DEFAULT 1,
    created_by_id UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    -- When it is gone for good, after it was put into the bin.
    purges_at TIMESTAMPTZ
);

CREATE INDEX index_knowledge_bases_team_id ON knowledge_bases (team_id, updated_at);
CREATE INDEX index_knowledge_bases_created_by_id ON knowledge_bases (created_by_id);
CREATE INDEX index_knowledge_bases_purges_at ON knowledge_bases (purges_at) WHERE purges_at IS NOT NULL;

-- IDs of categories and documents are the browser's. They are unique within a base: the same backup may be synchronized by two teams.
CREATE TABLE categories (
    knowledge_base_id UUID NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    id UUID NOT NULL,
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'docs',
    description TEXT NOT NULL DEFAULT '',
    position DOUBLE PRECISION NOT NULL,
    revision BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    -- A deleted category stays as a tombstone, so that every browser learns of it.
    deleted_at TIMESTAMPTZ,
    PRIMARY KEY (knowledge_base_id, id)
);

CREATE INDEX index_categories_revision ON categories (knowledge_base_id, revision);

CREATE TABLE documents (
    knowledge_base_id UUID NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    id UUID NOT NULL,
    category_id UUID NOT NULL,
    -- The document above it in the tree.
    parent_id UUID,
    position DOUBLE PRECISION NOT NULL,
    title TEXT NOT NULL,
    is_named BOOLEAN NOT NULL DEFAULT FALSE,
    router_path TEXT NOT NULL DEFAULT '',
    -- Markdown with its front matter.
    content TEXT NOT NULL,
    n_words INTEGER NOT NULL DEFAULT 0,
    -- The revisions of the base at which the text and the place in the tree changed last.
    text_revision BIGINT NOT NULL,
    place_revision BIGINT NOT NULL,
    -- The greater of both: what a pull compares.
    revision BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_by_id UUID REFERENCES users (id) ON DELETE SET NULL,
    -- A deleted document stays as a tombstone; its text can be restored for thirty days.
    deleted_at TIMESTAMPTZ,
    PRIMARY KEY (knowledge_base_id, id),
    FOREIGN KEY (knowledge_base_id, category_id) REFERENCES categories (knowledge_base_id, id) ON DELETE CASCADE
);

CREATE INDEX index_documents_revision ON documents (knowledge_base_id, revision);
CREATE INDEX index_documents_category_id ON documents (knowledge_base_id, category_id);
CREATE INDEX index_documents_updated_by_id ON documents (updated_by_id);

-- Every text that the server accepted, the newest included.
CREATE TABLE document_revisions (
    knowledge_base_id UUID NOT NULL,
    document_id UUID NOT NULL,
    revision BIGINT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    -- Why it exists: written, restored from an older revision, or kept by the resolution of a conflict.
    cause TEXT NOT NULL CHECK (cause IN ('edit', 'restore', 'merge')),
    user_id UUID REFERENCES users (id) ON DELETE SET NULL,
    device TEXT NOT NULL DEFAULT '',
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (knowledge_base_id, document_id, revision),
    FOREIGN KEY (knowledge_base_id, document_id) REFERENCES documents (knowledge_base_id, id) ON DELETE CASCADE
);

CREATE INDEX index_document_revisions_user_id ON document_revisions (user_id);
CREATE INDEX index_document_revisions_created_at ON document_revisions (created_at);

-- Changes that were accepted, by the ID that the browser gave them: a repeated one is answered and not done again.
CREATE TABLE accepted_changes (
    knowledge_base_id UUID NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    id UUID NOT NULL,
    revision BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (knowledge_base_id, id)
);

CREATE INDEX index_accepted_changes_created_at ON accepted_changes (created_at);

-- Who has which document open. A row counts for some seconds.
CREATE TABLE document_presences (
    session_id UUID PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    knowledge_base_id UUID NOT NULL,
    document_id UUID NOT NULL,
    seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    FOREIGN KEY (knowledge_base_id, document_id) REFERENCES documents (knowledge_base_id, id) ON DELETE CASCADE
);

CREATE INDEX index_document_presences_document_id ON document_presences (knowledge_base_id, document_id);
