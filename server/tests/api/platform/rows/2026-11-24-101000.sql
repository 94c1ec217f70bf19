-- The step changes rows that are there: it leaves none of its own.
SELECT 1;
