ALTER TABLE knowledge_bases DROP COLUMN history_start;
