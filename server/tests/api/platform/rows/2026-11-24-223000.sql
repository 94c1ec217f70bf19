INSERT INTO site_sources (site_id, day, source, n_views) VALUES ('00000000-0000-7000-8000-000000000031', '2026-11-23', 'mp.weixin.qq.com', 3);
