-- The step makes indexes only: it leaves no row.
SELECT 1;
