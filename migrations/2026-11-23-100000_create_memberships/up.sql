-- Accounts of a site. The same address on two sites is two visitors.
CREATE TABLE visitors (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    -- An e-mail address in lower case, or a phone number as +86-13800138000. One of them at least.
    email TEXT,
    phone TEXT,
    nickname TEXT NOT NULL DEFAULT '',
    password_hash TEXT,
    language TEXT NOT NULL,
    -- True when the team of the site keeps them out.
    is_blocked BOOLEAN NOT NULL DEFAULT FALSE,
    -- True when they want mails before their membership ends.
    is_reminded BOOLEAN NOT NULL DEFAULT TRUE,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (site_id, email),
    UNIQUE (site_id, phone),
    CHECK (email IS NOT NULL OR phone IS NOT NULL)
);

CREATE INDEX index_visitors_site_id ON visitors (site_id, created_at);

CREATE TABLE visitor_sessions (
    id UUID PRIMARY KEY,
    visitor_id UUID NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
    -- The keyed hash of the cookie.
    token_hash TEXT NOT NULL UNIQUE,
    user_agent TEXT NOT NULL DEFAULT '',
    -- The network of the last request, shortened.
    network TEXT NOT NULL DEFAULT '',
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    expires_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX index_visitor_sessions_visitor_id ON visitor_sessions (visitor_id);
CREATE INDEX index_visitor_sessions_expires_at ON visitor_sessions (expires_at);

CREATE TABLE visitor_codes (
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    recipient TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('login', 'bind', 'delete')),
    code_hash TEXT NOT NULL,
    n_tries INTEGER NOT NULL DEFAULT 0,
    expires_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (site_id, recipient, purpose)
);

CREATE INDEX index_visitor_codes_expires_at ON visitor_codes (expires_at);

-- How a site is paid.
CREATE TABLE payment_methods (
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    method TEXT NOT NULL CHECK (method IN ('manual', 'stripe', 'wechatPay', 'alipay')),
    is_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    is_test BOOLEAN NOT NULL DEFAULT FALSE,
    -- What everybody of the team may read: application and merchant numbers, images of codes, instructions.
    settings JSONB NOT NULL DEFAULT '{}',
    -- The merchant keys, encrypted; none until they are set.
    sealed_keys TEXT,
    updated_by_id UUID REFERENCES users (id) ON DELETE SET NULL,
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (site_id, method)
);

CREATE INDEX index_payment_methods_updated_by_id ON payment_methods (updated_by_id);

CREATE TABLE coupons (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    -- What a visitor types, in upper case.
    code TEXT NOT NULL,
    -- Either percent (1 to 100) or fen is taken off.
    percent_off INTEGER CHECK (percent_off BETWEEN 1 AND 100),
    amount_off_fen BIGINT CHECK (amount_off_fen > 0),
    -- IDs of packages; an empty list means all.
    package_ids JSONB NOT NULL DEFAULT '[]',
    starts_at TIMESTAMPTZ,
    ends_at TIMESTAMPTZ,
    max_uses INTEGER CHECK (max_uses > 0),
    max_uses_per_visitor INTEGER CHECK (max_uses_per_visitor > 0),
    n_uses INTEGER NOT NULL DEFAULT 0,
    is_archived BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (site_id, code),
    CHECK ((percent_off IS NULL) <> (amount_off_fen IS NULL))
);

-- Orders, payments, refunds and grants refer to sites and visitors without foreign keys: they stay when those go.
CREATE TABLE orders (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL,
    -- Who sold, for the time after the site.
    team_id UUID NOT NULL,
    site_name TEXT NOT NULL,
    -- The number that people and providers see: unique everywhere.
    number TEXT NOT NULL UNIQUE,
    visitor_id UUID NOT NULL,
    -- The address of the visitor, for the time after the visitor.
    visitor_identifier TEXT NOT NULL,
    package_id UUID NOT NULL,
    -- The package as it was: name, period, price, benefits.
    package JSONB NOT NULL,
    currency TEXT NOT NULL DEFAULT 'CNY',
    price_fen BIGINT NOT NULL CHECK (price_fen > 0),
    discount_fen BIGINT NOT NULL DEFAULT 0 CHECK (discount_fen BETWEEN 0 AND price_fen),
    -- What is to be paid: price minus discount.
    amount_fen BIGINT NOT NULL CHECK (amount_fen = price_fen - discount_fen),
    paid_fen BIGINT NOT NULL DEFAULT 0 CHECK (paid_fen >= 0),
    refunded_fen BIGINT NOT NULL DEFAULT 0 CHECK (refunded_fen BETWEEN 0 AND paid_fen),
    coupon_id UUID REFERENCES coupons (id) ON DELETE SET NULL,
    method TEXT NOT NULL CHECK (method IN ('manual', 'stripe', 'wechatPay', 'alipay', 'free')),
    is_test BOOLEAN NOT NULL DEFAULT FALSE,
    status TEXT NOT NULL CHECK (
        status IN ('pending', 'awaitingConfirmation', 'paid', 'partiallyRefunded', 'refunded', 'rejected', 'closed')
    ),
    -- What the creator has to look at: a key, empty when all is well.
    problem TEXT NOT NULL DEFAULT '' CHECK (
        problem IN ('', 'latePayment', 'partialPayment', 'overPayment', 'duplicatePayment', 'foreignPayment')
    ),
    -- What the visitor wrote about a manual payment.
    payer_note TEXT NOT NULL DEFAULT '',
    -- Why it was rejected or refunded.
    reason TEXT NOT NULL DEFAULT '',
    -- Where the reader came from: a path of the site.
    return_path TEXT NOT NULL DEFAULT '/',
    -- What the provider needs to find it, and where or with what the visitor pays.
    provider_reference TEXT NOT NULL DEFAULT '',
    provider_data JSONB NOT NULL DEFAULT '{}',
    -- When the provider is asked next, and how often it was.
    polls_at TIMESTAMPTZ,
    n_polls INTEGER NOT NULL DEFAULT 0,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    closes_at TIMESTAMPTZ NOT NULL,
    paid_at TIMESTAMPTZ,
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX index_orders_site_id ON orders (site_id, created_at);
CREATE INDEX index_orders_visitor_id ON orders (visitor_id, created_at);
CREATE INDEX index_orders_coupon_id ON orders (coupon_id);
CREATE INDEX index_orders_polls_at ON orders (polls_at) WHERE polls_at IS NOT NULL;
CREATE INDEX index_orders_closes_at ON orders (closes_at) WHERE status = 'pending';

CREATE TABLE coupon_uses (
    order_id UUID PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    coupon_id UUID NOT NULL REFERENCES coupons (id) ON DELETE CASCADE,
    visitor_id UUID NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX index_coupon_uses_coupon_id ON coupon_uses (coupon_id, visitor_id);

-- What happened to an order, for its timeline. Rows are only added.
CREATE TABLE order_events (
    id UUID PRIMARY KEY,
    order_id UUID NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    data JSONB NOT NULL DEFAULT '{}',
    -- Who of the team did it; none when it was the visitor, a provider or the server.
    actor_id UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX index_order_events_order_id ON order_events (order_id, created_at);
CREATE INDEX index_order_events_actor_id ON order_events (actor_id);

-- What providers told, once each. Rows are only added; `applied_at` is set once.
CREATE TABLE payment_notifications (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL,
    method TEXT NOT NULL,
    -- The provider's number of the event.
    event_id TEXT NOT NULL,
    order_id UUID REFERENCES orders (id) ON DELETE SET NULL,
    -- The body without secrets, as it came.
    body TEXT NOT NULL,
    -- Why nothing followed: a key, empty when it was applied.
    problem TEXT NOT NULL DEFAULT '',
    received_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (site_id, method, event_id)
);

CREATE INDEX index_payment_notifications_order_id ON payment_notifications (order_id);

-- Money that came in.
CREATE TABLE payments (
    id UUID PRIMARY KEY,
    order_id UUID NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    site_id UUID NOT NULL,
    method TEXT NOT NULL,
    -- The provider's number of the payment.
    reference TEXT NOT NULL,
    amount_fen BIGINT NOT NULL CHECK (amount_fen > 0),
    paid_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (site_id, method, reference)
);

CREATE INDEX index_payments_order_id ON payments (order_id);

-- Money that went back.
CREATE TABLE refunds (
    id UUID PRIMARY KEY,
    order_id UUID NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    payment_id UUID REFERENCES payments (id) ON DELETE SET NULL,
    site_id UUID NOT NULL,
    amount_fen BIGINT NOT NULL CHECK (amount_fen > 0),
    status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    reason TEXT NOT NULL DEFAULT '',
    -- The provider's number of the refund, else ours.
    reference TEXT NOT NULL,
    actor_id UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (site_id, reference)
);

CREATE INDEX index_refunds_order_id ON refunds (order_id);
CREATE INDEX index_refunds_payment_id ON refunds (payment_id);
CREATE INDEX index_refunds_actor_id ON refunds (actor_id);

CREATE TABLE redeem_batches (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    package_id UUID NOT NULL,
    -- The package as it was.
    package JSONB NOT NULL,
    n_codes INTEGER NOT NULL CHECK (n_codes > 0),
    note TEXT NOT NULL DEFAULT '',
    -- The day on which unused codes end; none when they do not.
    ends_at TIMESTAMPTZ,
    -- When the unused ones were taken back.
    revoked_at TIMESTAMPTZ,
    created_by_id UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX index_redeem_batches_site_id ON redeem_batches (site_id, created_at);
CREATE INDEX index_redeem_batches_created_by_id ON redeem_batches (created_by_id);

CREATE TABLE redeem_codes (
    id UUID PRIMARY KEY,
    batch_id UUID NOT NULL REFERENCES redeem_batches (id) ON DELETE CASCADE,
    -- The keyed hash of site and code.
    code_hash TEXT NOT NULL UNIQUE,
    -- The last four characters, for people who look for one.
    tail TEXT NOT NULL,
    used_by_id UUID,
    used_at TIMESTAMPTZ
);

CREATE INDEX index_redeem_codes_batch_id ON redeem_codes (batch_id);

-- Memberships that were given. Rows are only added; entitlement is computed from them.
CREATE TABLE grants (
    id UUID PRIMARY KEY,
    site_id UUID NOT NULL,
    visitor_id UUID NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('order', 'redeemCode', 'manual', 'import')),
    order_id UUID REFERENCES orders (id) ON DELETE SET NULL,
    redeem_code_id UUID REFERENCES redeem_codes (id) ON DELETE SET NULL,
    package_id UUID,
    package_name TEXT NOT NULL DEFAULT '',
    -- One of the three: calendar months, days, or for ever.
    n_months INTEGER CHECK (n_months > 0),
    n_days INTEGER CHECK (n_days > 0),
    is_lifetime BOOLEAN NOT NULL DEFAULT FALSE,
    is_test BOOLEAN NOT NULL DEFAULT FALSE,
    note TEXT NOT NULL DEFAULT '',
    actor_id UUID REFERENCES users (id) ON DELETE SET NULL,
    -- From when it counts: the moment of the payment.
    granted_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    CHECK (num_nonnulls(n_months, n_days) + is_lifetime::INTEGER = 1)
);

CREATE UNIQUE INDEX index_grants_order_id ON grants (order_id);
CREATE UNIQUE INDEX index_grants_redeem_code_id ON grants (redeem_code_id);
CREATE INDEX index_grants_visitor_id ON grants (visitor_id, granted_at);
CREATE INDEX index_grants_site_id ON grants (site_id);
CREATE INDEX index_grants_actor_id ON grants (actor_id);

-- Memberships that were taken back. Rows are only added.
CREATE TABLE grant_revocations (
    grant_id UUID PRIMARY KEY REFERENCES grants (id) ON DELETE CASCADE,
    reason TEXT NOT NULL DEFAULT '',
    actor_id UUID REFERENCES users (id) ON DELETE SET NULL,
    revoked_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX index_grant_revocations_actor_id ON grant_revocations (actor_id);

-- Reminders that were sent, so that each is sent once.
CREATE TABLE membership_reminders (
    visitor_id UUID NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
    ends_at TIMESTAMPTZ NOT NULL,
    -- 7, 1 or 0.
    n_days_before INTEGER NOT NULL,
    sent_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (visitor_id, ends_at, n_days_before)
);
