-- Where a mail program unsubscribes by itself (RFC 8058); empty for mails that nobody subscribed to.
ALTER TABLE mails ADD COLUMN unsubscribe_url TEXT NOT NULL DEFAULT '';
