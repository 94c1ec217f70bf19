-- A published site with a release, a setting, a domain and a redirect.
INSERT INTO sites (id, team_id, knowledge_base_id, name, slug, status, live_release_id) VALUES
    ('00000000-0000-7000-8000-000000000031', '00000000-0000-7000-8000-000000000013',
     '00000000-0000-7000-8000-000000000021', 'A site', 'a-site', 'published',
     '00000000-0000-7000-8000-000000000032');
INSERT INTO site_settings (site_id, tab, data) VALUES
    ('00000000-0000-7000-8000-000000000031', 'carousel', '{"isEnabled": false, "slides": []}');
INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) VALUES
    ('00000000-0000-7000-8000-000000000033', '00000000-0000-7000-8000-000000000031', 'docs.example', 'token', now(), TRUE);
INSERT INTO site_redirects (site_id, from_path, to_path) VALUES
    ('00000000-0000-7000-8000-000000000031', '/old', '/docs');
INSERT INTO releases (id, site_id, number, status, settings, categories, n_documents, engine_version) VALUES
    ('00000000-0000-7000-8000-000000000032', '00000000-0000-7000-8000-000000000031', 1, 'ready', '{}', '[]', 1, '1');
INSERT INTO rendered_documents (hash, data) VALUES (repeat('e', 64), '{}');
INSERT INTO release_documents
    (release_id, document_id, category_id, position, path, title, sidebar_label, text_revision, changed_at, rendered_hash) VALUES
    ('00000000-0000-7000-8000-000000000032', '00000000-0000-7000-8000-000000000023',
     '00000000-0000-7000-8000-000000000022', 0, '/docs/a/b', 'B', 'B', 1, now(), repeat('e', 64));
INSERT INTO release_files (release_id, name, file_hash) VALUES
    ('00000000-0000-7000-8000-000000000032', '0123456789abcdef.png', repeat('a', 64));
