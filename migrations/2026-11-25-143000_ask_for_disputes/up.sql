-- When the provider is asked next for payments that were disputed; empty before it was asked.
ALTER TABLE payment_methods ADD COLUMN asks_disputes_at TIMESTAMPTZ;
