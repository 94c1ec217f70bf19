-- Views that came from elsewhere, by day and by the host that led to the site; empty where none was named.
CREATE TABLE site_sources (
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    day DATE NOT NULL,
    source TEXT NOT NULL,
    n_views BIGINT NOT NULL,
    PRIMARY KEY (site_id, day, source)
);

CREATE INDEX index_site_sources_day ON site_sources (day);
