-- Monitoring counts the orders that somebody has to look at, which are few.
CREATE INDEX CONCURRENTLY index_orders_problems ON orders (id) WHERE problems <> '{}';
