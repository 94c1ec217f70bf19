-- Who looks for jobs of some kinds does not walk past those of others.
CREATE INDEX CONCURRENTLY index_jobs_kind_run_at ON jobs (kind, priority, run_at, id) WHERE status = 'waiting';
