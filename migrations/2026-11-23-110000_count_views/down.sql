DROP TABLE site_views;
