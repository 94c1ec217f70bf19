-- A base with a document, its past, a tombstone, a change that was accepted, and somebody who has the document open.
INSERT INTO knowledge_bases (id, team_id, title, category, revision, settings_revision, created_by_id, n_documents, n_words) VALUES
    ('00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000013', '手册', 'techDocs', 4, 1, '00000000-0000-7000-8000-000000000001', 1, 2);
INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision) VALUES
    ('00000000-0000-7000-8000-000000000021', '00000000-0000-4000-8000-000000000022', '文档', 'docs', 1, 2);
INSERT INTO documents (knowledge_base_id, id, category_id, position, title, content, n_words, text_revision, place_revision, revision, updated_by_id, deleted_at) VALUES
    ('00000000-0000-7000-8000-000000000021', '00000000-0000-4000-8000-000000000023', '00000000-0000-4000-8000-000000000022', 1, '开始', '正文', 2, 3, 3, 3, '00000000-0000-7000-8000-000000000001', NULL),
    ('00000000-0000-7000-8000-000000000021', '00000000-0000-4000-8000-000000000024', '00000000-0000-4000-8000-000000000022', 2, '旧文', '旧文', 2, 4, 4, 4, NULL, now());
INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, user_id, device) VALUES
    ('00000000-0000-7000-8000-000000000021', '00000000-0000-4000-8000-000000000023', 3, '开始', '正文', 'edit', '00000000-0000-7000-8000-000000000001', 'Firefox');
INSERT INTO accepted_changes (knowledge_base_id, id, revision) VALUES
    ('00000000-0000-7000-8000-000000000021', '00000000-0000-4000-8000-000000000025', 3);
INSERT INTO document_presences (session_id, knowledge_base_id, document_id) VALUES
    ('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000021', '00000000-0000-4000-8000-000000000023');
