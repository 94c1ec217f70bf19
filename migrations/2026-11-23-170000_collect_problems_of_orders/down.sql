ALTER TABLE orders DROP CONSTRAINT orders_problems_check;
ALTER TABLE orders ADD COLUMN problem TEXT NOT NULL DEFAULT '';
UPDATE orders SET problem = coalesce((array_remove(problems, 'unknownRefund'))[1], '');
ALTER TABLE orders DROP COLUMN problems;
ALTER TABLE orders ADD CONSTRAINT orders_problem_check CHECK (
    problem IN ('', 'latePayment', 'partialPayment', 'overPayment', 'duplicatePayment', 'foreignPayment', 'refundFailed')
);
