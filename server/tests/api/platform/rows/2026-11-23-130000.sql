-- The step adds a column with a default only: it leaves no row.
SELECT 1;
