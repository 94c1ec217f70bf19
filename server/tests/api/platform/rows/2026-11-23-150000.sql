-- A payment that was begun, in a column that older versions do not know.
UPDATE orders SET begun_at = created_at;
