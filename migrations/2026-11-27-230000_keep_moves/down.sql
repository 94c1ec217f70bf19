ALTER TABLE release_documents DROP COLUMN moved_to_category_id;
