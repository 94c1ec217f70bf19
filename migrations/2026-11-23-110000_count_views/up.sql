-- Views of a site's pages, by the day of the site's time zone. The sum of all time is in sites.
CREATE TABLE site_views (
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    day DATE NOT NULL,
    n_views BIGINT NOT NULL,
    PRIMARY KEY (site_id, day)
);

CREATE INDEX index_site_views_day ON site_views (day);
