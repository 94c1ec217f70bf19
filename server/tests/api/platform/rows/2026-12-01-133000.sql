INSERT INTO site_view_totals (site_id, n_views) SELECT id, 3 FROM sites;
INSERT INTO knowledge_base_view_totals (knowledge_base_id, n_views) SELECT id, 3 FROM knowledge_bases;
