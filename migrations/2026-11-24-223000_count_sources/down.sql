DROP TABLE site_sources;
