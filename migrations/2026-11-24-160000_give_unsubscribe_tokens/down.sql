ALTER TABLE visitors DROP COLUMN unsubscribe_token;
ALTER TABLE newsletter_subscribers DROP COLUMN unsubscribe_token;
