-- Slugs that sites had before: each leads to its site for a while, and no other team takes it.
CREATE TABLE site_former_slugs (
    slug TEXT PRIMARY KEY,
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    kept_until TIMESTAMPTZ NOT NULL
);

CREATE INDEX index_site_former_slugs_site_id ON site_former_slugs (site_id);
