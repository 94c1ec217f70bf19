-- The category of the base that a document had moved to when the base was removed for good: the rules of both hold.
ALTER TABLE release_documents ADD COLUMN moved_to_category_id UUID;
