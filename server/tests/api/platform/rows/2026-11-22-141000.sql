-- Nothing: an index.
SELECT 1;
