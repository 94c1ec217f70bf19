DROP TABLE disputes;
ALTER TABLE orders DROP CONSTRAINT orders_problems_check;
UPDATE orders
SET problems = array_remove(array_remove(array_remove(problems, 'disputed'), 'disputeUnclear'), 'readerGone');
ALTER TABLE orders ADD CONSTRAINT orders_problems_check CHECK (
    problems <@ ARRAY[
        'latePayment', 'partialPayment', 'overPayment', 'duplicatePayment', 'foreignPayment', 'refundFailed',
        'unknownRefund'
    ]
);
