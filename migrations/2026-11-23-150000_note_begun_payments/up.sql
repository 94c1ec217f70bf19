-- When the payment of an order was begun last: its provider is asked in steps from then on. Null before.
ALTER TABLE orders ADD COLUMN begun_at TIMESTAMPTZ;
-- Orders that are asked for no more and may have been paid all the same are asked for once more.
UPDATE orders SET polls_at = now()
WHERE polls_at IS NULL AND status IN ('pending', 'closed') AND provider_reference <> ''
  AND closes_at > now() - INTERVAL '1 day';
