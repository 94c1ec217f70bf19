-- What the links of mails hold by which somebody wants no more of them: random, and good for ever.
ALTER TABLE visitors ADD COLUMN unsubscribe_token UUID NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE newsletter_subscribers ADD COLUMN unsubscribe_token UUID NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX visitors_unsubscribe_token ON visitors (unsubscribe_token);
CREATE UNIQUE INDEX newsletter_subscribers_unsubscribe_token ON newsletter_subscribers (unsubscribe_token);
