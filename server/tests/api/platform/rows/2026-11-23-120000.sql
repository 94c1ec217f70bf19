INSERT INTO newsletter_subscribers (id, site_id, email, status, requested_at) VALUES
    ('00000000-0000-7000-8000-00000000004d', '00000000-0000-7000-8000-000000000031', 'letters@reader.example',
     'pending', now());
