-- The step makes an index only: it leaves no row.
SELECT 1;
