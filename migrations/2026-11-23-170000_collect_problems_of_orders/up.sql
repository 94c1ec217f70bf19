-- An order may have several problems at once: a new one does not take the place of another.
ALTER TABLE orders ADD COLUMN problems TEXT[] NOT NULL DEFAULT '{}';
UPDATE orders SET problems = ARRAY[problem] WHERE problem <> '';
ALTER TABLE orders DROP COLUMN problem;
ALTER TABLE orders ADD CONSTRAINT orders_problems_check CHECK (
    problems <@ ARRAY[
        'latePayment', 'partialPayment', 'overPayment', 'duplicatePayment', 'foreignPayment', 'refundFailed',
        'unknownRefund'
    ]
);
