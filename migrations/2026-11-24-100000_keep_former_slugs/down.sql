DROP TABLE site_former_slugs;
