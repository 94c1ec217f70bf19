-- A visitor who has bought, with a coupon and a redeem code, and got a part back.
INSERT INTO visitors (id, site_id, email, language) VALUES
    ('00000000-0000-7000-8000-000000000041', '00000000-0000-7000-8000-000000000031', 'reader@example.com', 'zh-CN');
INSERT INTO visitor_sessions (id, visitor_id, token_hash, expires_at) VALUES
    ('00000000-0000-7000-8000-000000000042', '00000000-0000-7000-8000-000000000041', 'hash', now());
INSERT INTO visitor_codes (site_id, recipient, purpose, code_hash, expires_at) VALUES
    ('00000000-0000-7000-8000-000000000031', 'reader@example.com', 'login', 'hash', now());
INSERT INTO payment_methods (site_id, method, is_enabled) VALUES
    ('00000000-0000-7000-8000-000000000031', 'manual', TRUE);
INSERT INTO coupons (id, site_id, code, percent_off) VALUES
    ('00000000-0000-7000-8000-000000000043', '00000000-0000-7000-8000-000000000031', 'SPRING', 10);
INSERT INTO orders
    (id, site_id, team_id, site_name, number, visitor_id, visitor_identifier, package_id, package, price_fen,
     discount_fen, amount_fen, paid_fen, refunded_fen, coupon_id, method, status, closes_at) VALUES
    ('00000000-0000-7000-8000-000000000044', '00000000-0000-7000-8000-000000000031',
     '00000000-0000-7000-8000-000000000013', 'A site', 'M20261123000001', '00000000-0000-7000-8000-000000000041',
     'reader@example.com', '00000000-0000-7000-8000-000000000045', '{}', 1000, 100, 900, 900, 100,
     '00000000-0000-7000-8000-000000000043', 'manual', 'partiallyRefunded', now());
INSERT INTO coupon_uses (order_id, coupon_id, visitor_id) VALUES
    ('00000000-0000-7000-8000-000000000044', '00000000-0000-7000-8000-000000000043',
     '00000000-0000-7000-8000-000000000041');
INSERT INTO order_events (id, order_id, kind) VALUES
    ('00000000-0000-7000-8000-000000000046', '00000000-0000-7000-8000-000000000044', 'created');
INSERT INTO payment_notifications (id, site_id, method, event_id, order_id, body) VALUES
    ('00000000-0000-7000-8000-000000000047', '00000000-0000-7000-8000-000000000031', 'stripe', 'evt_1',
     '00000000-0000-7000-8000-000000000044', '{}');
INSERT INTO payments (id, order_id, site_id, method, reference, amount_fen, paid_at) VALUES
    ('00000000-0000-7000-8000-000000000048', '00000000-0000-7000-8000-000000000044',
     '00000000-0000-7000-8000-000000000031', 'manual', 'M20261123000001', 900, now());
INSERT INTO refunds (id, order_id, payment_id, site_id, amount_fen, status, reference) VALUES
    ('00000000-0000-7000-8000-000000000049', '00000000-0000-7000-8000-000000000044',
     '00000000-0000-7000-8000-000000000048', '00000000-0000-7000-8000-000000000031', 100, 'succeeded', 'R1');
INSERT INTO redeem_batches (id, site_id, package_id, package, n_codes) VALUES
    ('00000000-0000-7000-8000-00000000004a', '00000000-0000-7000-8000-000000000031',
     '00000000-0000-7000-8000-000000000045', '{}', 1);
INSERT INTO redeem_codes (id, batch_id, code_hash, tail) VALUES
    ('00000000-0000-7000-8000-00000000004b', '00000000-0000-7000-8000-00000000004a', 'hash', 'WXYZ');
INSERT INTO grants (id, site_id, visitor_id, source, order_id, redeem_code_id, n_months, granted_at) VALUES
    ('00000000-0000-7000-8000-00000000004c', '00000000-0000-7000-8000-000000000031',
     '00000000-0000-7000-8000-000000000041', 'order', '00000000-0000-7000-8000-000000000044',
     '00000000-0000-7000-8000-00000000004b', 1, now());
INSERT INTO grant_revocations (grant_id, revoked_at) VALUES ('00000000-0000-7000-8000-00000000004c', now());
INSERT INTO membership_reminders (visitor_id, ends_at, n_days_before, sent_at) VALUES
    ('00000000-0000-7000-8000-000000000041', now(), 7, now());
