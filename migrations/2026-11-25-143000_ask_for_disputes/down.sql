ALTER TABLE payment_methods DROP COLUMN asks_disputes_at;
