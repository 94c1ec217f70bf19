-- A payment that its payer disputes with the bank, as the provider tells it.
CREATE TABLE disputes (
    id UUID PRIMARY KEY,
    order_id UUID NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    site_id UUID NOT NULL,
    -- The provider's number of the dispute, and of the payment.
    reference TEXT NOT NULL,
    payment_reference TEXT NOT NULL,
    -- What is disputed, in the smallest unit of its currency.
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    -- Why, in the provider's word.
    reason TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL CHECK (status IN ('open', 'won', 'lost')),
    -- Until when the creator may answer at the provider.
    answer_by TIMESTAMPTZ,
    -- When the provider told what stands here.
    told_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (site_id, reference)
);

CREATE INDEX index_disputes_order_id ON disputes (order_id);

ALTER TABLE orders DROP CONSTRAINT orders_problems_check;
ALTER TABLE orders ADD CONSTRAINT orders_problems_check CHECK (
    problems <@ ARRAY[
        'latePayment', 'partialPayment', 'overPayment', 'duplicatePayment', 'foreignPayment', 'refundFailed',
        'unknownRefund', 'disputed', 'disputeUnclear', 'readerGone'
    ]
);
