DROP TABLE release_files;
DROP TABLE release_documents;
DROP TABLE rendered_documents;
DROP TABLE releases;
DROP TABLE site_redirects;
DROP TABLE site_domains;
DROP TABLE site_settings;
DROP TABLE sites;
