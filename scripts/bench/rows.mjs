// Generated rows for databases that have to be large.

/** Chinese words in an order that hashes of `d.n` and `r.n` draw, of so many KB: compressed, it takes about a third. */
const textOf = (textKb) => `
  (SELECT string_agg((ARRAY['编辑器', '文章', '墨砚', '发布', '读者', '段落', '同步', '图片'])[get_byte(h, b % 16) % 8 + 1]
     || CASE b % 16 WHEN 15 THEN encode(h, 'hex') ELSE '' END, '，')
   FROM (SELECT b, decode(md5(d.n || ' ' || r.n || ' ' || b / 16), 'hex') h FROM generate_series(0, ${Math.round(textKb * 75)}) b) w)`;

/**
 * What fills a database: an author with so many documents of `textKb` KB, each with its revisions, and entries of the
 * audit log of about 250 bytes.
 */
export const rowsSql = ({ nDocuments, nRevisions, textKb, nEntries }) => `
  WITH author AS (
    INSERT INTO users (id, nickname, email, password_hash, locale) VALUES (gen_random_uuid(), 'li', 'li@example.com', 'x', 'en')
    RETURNING id
  ), team AS (
    INSERT INTO teams (id, kind, name, owner_id) SELECT gen_random_uuid(), 'team', 'ours', id FROM author RETURNING id
  ), base AS (
    INSERT INTO knowledge_bases (id, team_id, title) SELECT gen_random_uuid(), id, 'notes' FROM team RETURNING id
  )
  INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision)
    SELECT id, gen_random_uuid(), 'docs', 'generated-docs', 1, 1 FROM base;
  INSERT INTO documents (knowledge_base_id, id, category_id, position, title, content, text_revision, place_revision, revision)
    SELECT knowledge_base_id, gen_random_uuid(), id, d.n, 'Text ' || d.n, ${textOf(textKb)}, 1, 1, 1
    FROM categories, generate_series(1, ${nDocuments}) d(n), (VALUES (0)) r(n) WHERE slug = 'generated-docs';
  INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, device)
    SELECT knowledge_base_id, id, r.n, title, ${textOf(textKb)}, 'edit', 'web'
    FROM (
      SELECT documents.*, documents.position AS n FROM documents
      JOIN categories c ON (c.knowledge_base_id, c.id) = (documents.knowledge_base_id, documents.category_id)
      WHERE c.slug = 'generated-docs'
    ) d, generate_series(1, ${nRevisions}) r(n);
  INSERT INTO audit_entries (id, action, details)
    SELECT gen_random_uuid(), 'login', jsonb_build_object('device', 'web') FROM generate_series(1, ${nEntries}) n;`;
