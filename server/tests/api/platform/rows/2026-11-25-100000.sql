INSERT INTO disputes (id, order_id, site_id, reference, payment_reference, amount, currency, status, told_at) VALUES
    ('00000000-0000-7000-8000-000000000051', '00000000-0000-7000-8000-000000000044',
     '00000000-0000-7000-8000-000000000031', 'du_1', 'M20261123000001', 900, 'CNY', 'open', now());
-- Problems that older versions do not know.
UPDATE orders SET problems = '{disputed,disputeUnclear,readerGone,refundFailed}';
