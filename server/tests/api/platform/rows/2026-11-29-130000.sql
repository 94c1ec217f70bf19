INSERT INTO document_schedules (site_id, document_id, publishes_at, failure)
SELECT id, gen_random_uuid(), now(), 'release.leftOut' FROM sites;
