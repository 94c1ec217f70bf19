INSERT INTO accepted_changes (knowledge_base_id, id, revision, created_at)
SELECT id, gen_random_uuid(), revision, now() FROM knowledge_bases;
