-- A file at a public address that a base has too, with a drawing, and one that nothing names any more.
INSERT INTO files (hash, name, media_type, n_bytes, width, height, unnamed_at) VALUES
    (repeat('a', 64), 'aa/a', 'image/png', 70, 4, 3, NULL),
    (repeat('b', 64), 'bb/b', 'image/svg+xml', 90, 4, 3, NULL),
    (repeat('c', 64), 'cc/c', 'image/gif', 80, 4, 3, now());
INSERT INTO team_images (team_id, file_hash, created_by_id) VALUES
    ('00000000-0000-7000-8000-000000000013', repeat('a', 64), '00000000-0000-7000-8000-000000000001');
INSERT INTO knowledge_base_images (knowledge_base_id, name, file_hash) VALUES
    ('00000000-0000-7000-8000-000000000021', '0123456789abcdef.png', repeat('a', 64));
INSERT INTO knowledge_base_diagrams (knowledge_base_id, source_hash, file_hash, unnamed_at) VALUES
    ('00000000-0000-7000-8000-000000000021', repeat('d', 64), repeat('b', 64), now());
