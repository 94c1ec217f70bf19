-- When the provider of a refund on its way is asked next; null once it is known what became of it.
ALTER TABLE refunds ADD COLUMN polls_at TIMESTAMPTZ;
CREATE INDEX refunds_by_poll ON refunds (polls_at) WHERE polls_at IS NOT NULL;
UPDATE refunds SET polls_at = now() WHERE status = 'pending';
-- A refund that did not go through is a problem of its order.
ALTER TABLE orders DROP CONSTRAINT orders_problem_check;
ALTER TABLE orders ADD CONSTRAINT orders_problem_check CHECK (
    problem IN ('', 'latePayment', 'partialPayment', 'overPayment', 'duplicatePayment', 'foreignPayment', 'refundFailed')
);
