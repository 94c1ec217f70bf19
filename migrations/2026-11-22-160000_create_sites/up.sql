CREATE TABLE sites (
    id UUID PRIMARY KEY,
    team_id UUID NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    -- The base that is published. A site without one keeps its last release.
    knowledge_base_id UUID REFERENCES knowledge_bases (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    -- The first part of its address below the domain of sites, in lower case.
    slug TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('published', 'draft', 'archived', 'maintenance')),
    -- The release that visitors read. No foreign key: releases refer to sites.
    live_release_id UUID,
    -- Counts what acts without a release: access, packages, status, addresses. Caches compare it.
    generation BIGINT NOT NULL DEFAULT 1,
    -- When it will be published, and what is noted then.
    publishes_at TIMESTAMPTZ,
    publish_note TEXT NOT NULL DEFAULT '',
    n_views BIGINT NOT NULL DEFAULT 0,
    created_by_id UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    -- When it is gone for good, after it was deleted.
    purges_at TIMESTAMPTZ
);

CREATE INDEX index_sites_team_id ON sites (team_id, updated_at);
CREATE INDEX index_sites_knowledge_base_id ON sites (knowledge_base_id);
CREATE INDEX index_sites_created_by_id ON sites (created_by_id);
CREATE INDEX index_sites_purges_at ON sites (purges_at) WHERE purges_at IS NOT NULL;
CREATE INDEX index_sites_publishes_at ON sites (publishes_at) WHERE publishes_at IS NOT NULL;

-- What is set for a site, a row for each tab of the console.
CREATE TABLE site_settings (
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    tab TEXT NOT NULL,
    data JSONB NOT NULL,
    revision BIGINT NOT NULL DEFAULT 1,
    updated_by_id UUID REFERENCES users (id) ON DELETE SET NULL,
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (site_id, tab)
);

CREATE INDEX index_site_settings_updated_by_id ON site_settings (updated_by_id);

CREATE TABLE site_domains (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    -- In lower case, as DNS has it (punycode), without a dot at the end.
    host TEXT NOT NULL,
    -- What the TXT record must hold.
    token TEXT NOT NULL,
    -- When the record was seen. Two sites may claim a host; one of them can prove it.
    verified_at TIMESTAMPTZ,
    checked_at TIMESTAMPTZ,
    -- Why the last check failed: a key, empty when it did not.
    problem TEXT NOT NULL DEFAULT '',
    is_primary BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (site_id, host)
);

CREATE UNIQUE INDEX index_site_domains_verified_host ON site_domains (host) WHERE verified_at IS NOT NULL;
CREATE UNIQUE INDEX index_site_domains_primary ON site_domains (site_id) WHERE is_primary;

CREATE TABLE site_redirects (
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    -- A path of the site, beginning with a slash.
    from_path TEXT NOT NULL,
    -- A path of the site or an address.
    to_path TEXT NOT NULL,
    code INTEGER NOT NULL DEFAULT 301 CHECK (code IN (301, 302)),
    -- True when a release wrote it, because an address changed.
    is_automatic BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (site_id, from_path)
);

-- A frozen state of a site. Rows of a ready release never change.
CREATE TABLE releases (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    -- Counts the releases of a site from 1.
    number INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('building', 'ready')),
    note TEXT NOT NULL DEFAULT '',
    -- All tabs as they were. Access and packages are not read from here: they are live.
    settings JSONB NOT NULL,
    -- Categories in their order: id, name, slug, description.
    categories JSONB NOT NULL,
    n_documents INTEGER NOT NULL DEFAULT 0,
    knowledge_base_id UUID,
    engine_version TEXT NOT NULL,
    created_by_id UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (site_id, number)
);

CREATE INDEX index_releases_created_by_id ON releases (created_by_id);
CREATE INDEX index_releases_building ON releases (created_at) WHERE status = 'building';

-- Rendered texts, by the hash of everything that they were made of.
CREATE TABLE rendered_documents (
    hash TEXT PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
    -- Blocks, headings, words: what `gate::SealedDocument` is read from.
    data JSONB NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE release_documents (
    release_id UUID NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
    document_id UUID NOT NULL,
    category_id UUID NOT NULL,
    parent_id UUID,
    -- The place in the order of the whole site, from 0.
    position INTEGER NOT NULL,
    -- The path below the site, such as /docs/guide/start.
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    sidebar_label TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    tags JSONB NOT NULL DEFAULT '[]',
    -- The date of the front matter, else empty.
    date TEXT NOT NULL DEFAULT '',
    n_words INTEGER NOT NULL DEFAULT 0,
    text_revision BIGINT NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    rendered_hash TEXT NOT NULL REFERENCES rendered_documents (hash) ON DELETE RESTRICT,
    PRIMARY KEY (release_id, document_id),
    UNIQUE (release_id, path)
);

CREATE INDEX index_release_documents_rendered_hash ON release_documents (rendered_hash);

-- Images of a release, by the names that its pages use.
CREATE TABLE release_files (
    release_id UUID NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    file_hash TEXT NOT NULL REFERENCES files (hash) ON DELETE RESTRICT,
    PRIMARY KEY (release_id, name)
);

CREATE INDEX index_release_files_file_hash ON release_files (file_hash);
