-- Views of all time stand in rows of their own: who writes into a base or changes a site holds its row, and views do not
-- wait for them, nor they for views. What was counted before stays where it was and is added on reading.
CREATE TABLE site_view_totals (
    site_id UUID PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    n_views BIGINT NOT NULL
);

CREATE TABLE knowledge_base_view_totals (
    knowledge_base_id UUID PRIMARY KEY REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    n_views BIGINT NOT NULL
);
