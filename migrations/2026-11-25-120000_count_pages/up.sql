-- What happened at the pages of a site, by day: views, and of documents with a wall how often it was shown and what its
-- readers did. The path is empty where a day has too many of them.
CREATE TABLE site_page_views (
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    day DATE NOT NULL,
    path TEXT NOT NULL,
    n_views BIGINT NOT NULL DEFAULT 0,
    -- Views that showed a wall.
    n_walls BIGINT NOT NULL DEFAULT 0,
    -- Readers who logged in at the wall.
    n_logins BIGINT NOT NULL DEFAULT 0,
    -- Readers who used a redeem code that they came from the wall to use. Paid orders know their wall themselves.
    n_redeemed BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (site_id, day, path)
);

CREATE INDEX index_site_page_views_day ON site_page_views (day);
