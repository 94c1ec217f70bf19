-- Which sites have members whose membership ends soon.
CREATE INDEX CONCURRENTLY index_grants_visitor_ends_at_site_id ON grants (visitor_ends_at, site_id);
