INSERT INTO former_payment_keys (id, site_id, method, is_test, settings, sealed_keys, replaced_at) VALUES
    ('00000000-0000-7000-8000-000000000052', '00000000-0000-7000-8000-000000000031', 'stripe', FALSE, '{}', 'x', now());
