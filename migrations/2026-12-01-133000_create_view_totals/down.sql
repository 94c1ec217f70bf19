UPDATE sites SET n_views = sites.n_views + site_view_totals.n_views
FROM site_view_totals
WHERE site_view_totals.site_id = sites.id;

UPDATE knowledge_bases SET n_views = knowledge_bases.n_views + knowledge_base_view_totals.n_views
FROM knowledge_base_view_totals
WHERE knowledge_base_view_totals.knowledge_base_id = knowledge_bases.id;

DROP TABLE knowledge_base_view_totals;

DROP TABLE site_view_totals;
