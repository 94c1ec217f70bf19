-- A browser names the newest accepted change that it knows, so that a database that was put back is noticed.
CREATE INDEX index_accepted_changes_knowledge_base_id_revision ON accepted_changes (knowledge_base_id, revision);
