CREATE INDEX index_documents_deleted_at ON documents (deleted_at) WHERE deleted_at IS NOT NULL;
