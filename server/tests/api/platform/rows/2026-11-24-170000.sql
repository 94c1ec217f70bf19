-- Bases that were restored from a backup.
UPDATE categories SET revision = revision + 1000;
UPDATE documents SET revision = revision + 1000, text_revision = text_revision + 1000, place_revision = place_revision + 1000;
UPDATE document_revisions SET revision = revision + 1000;
UPDATE knowledge_bases SET history_start = 1000, revision = revision + 1000, settings_revision = settings_revision + 1000;
