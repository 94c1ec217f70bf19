INSERT INTO site_page_views (site_id, day, path, n_views, n_walls, n_logins, n_redeemed) VALUES ('00000000-0000-7000-8000-000000000031', '2026-11-23', '/docs/a', 3, 2, 1, 0);
