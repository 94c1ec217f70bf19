DROP TABLE site_page_views;
