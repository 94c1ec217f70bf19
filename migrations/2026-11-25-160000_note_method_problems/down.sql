ALTER TABLE payment_methods DROP COLUMN problem;
