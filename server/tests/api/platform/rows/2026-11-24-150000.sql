-- The column that is gone takes nothing with it: an order is still asked for.
UPDATE orders SET polls_at = now();
