DROP TABLE document_presences;
DROP TABLE accepted_changes;
DROP TABLE document_revisions;
DROP TABLE documents;
DROP TABLE categories;
DROP TABLE knowledge_bases;
