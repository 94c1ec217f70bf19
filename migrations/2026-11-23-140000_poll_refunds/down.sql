UPDATE orders SET problem = '' WHERE problem = 'refundFailed';
ALTER TABLE orders DROP CONSTRAINT orders_problem_check;
ALTER TABLE orders ADD CONSTRAINT orders_problem_check CHECK (
    problem IN ('', 'latePayment', 'partialPayment', 'overPayment', 'duplicatePayment', 'foreignPayment')
);
DROP INDEX refunds_by_poll;
ALTER TABLE refunds DROP COLUMN polls_at;
