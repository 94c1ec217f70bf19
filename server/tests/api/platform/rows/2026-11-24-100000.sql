-- A slug that the site had before, and a site whose proved domains are chosen by nobody.
INSERT INTO site_former_slugs (slug, site_id, kept_until) VALUES
    ('the-site', '00000000-0000-7000-8000-000000000031', now() + interval '90 days');
INSERT INTO sites (id, team_id, name, slug) VALUES
    ('00000000-0000-7000-8000-000000000071', '00000000-0000-7000-8000-000000000013', 'Another site', 'another-site');
INSERT INTO site_domains (id, site_id, host, token, verified_at) VALUES
    ('00000000-0000-7000-8000-000000000072', '00000000-0000-7000-8000-000000000071', 'second.example', 'token', now()),
    ('00000000-0000-7000-8000-000000000073', '00000000-0000-7000-8000-000000000071', 'first.example', 'token', now() - interval '1 day'),
    ('00000000-0000-7000-8000-000000000074', '00000000-0000-7000-8000-000000000071', 'claimed.example', 'token', NULL);
