DROP INDEX CONCURRENTLY IF EXISTS index_jobs_kind_run_at;
