-- The revisions of a base are greater than this. A restore raises it beyond every revision that a browser may know.
ALTER TABLE knowledge_bases ADD COLUMN history_start BIGINT NOT NULL DEFAULT 0;
