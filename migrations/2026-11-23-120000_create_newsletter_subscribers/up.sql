-- Who wants letters from a site, by an address that its owner has confirmed.
CREATE TABLE newsletter_subscribers (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    -- In lower case.
    email TEXT NOT NULL,
    -- What they want to be called; may be empty.
    name TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'unsubscribed')),
    -- When the last mail with a link to confirm was asked for: earlier links are void.
    requested_at TIMESTAMPTZ NOT NULL,
    confirmed_at TIMESTAMPTZ,
    unsubscribed_at TIMESTAMPTZ,
    UNIQUE (site_id, email)
);

CREATE INDEX index_newsletter_subscribers_site_id ON newsletter_subscribers (site_id, id);
CREATE INDEX index_newsletter_subscribers_requested_at ON newsletter_subscribers (requested_at) WHERE status = 'pending';
