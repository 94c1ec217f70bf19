-- Tokens that were in mails before the columns go.
UPDATE visitors SET unsubscribe_token = '00000000-0000-4000-8000-000000000061';
UPDATE newsletter_subscribers SET unsubscribe_token = '00000000-0000-4000-8000-000000000062';
