ALTER TABLE payment_methods DROP COLUMN refused_at;
ALTER TABLE payment_methods DROP COLUMN refused_reason;
ALTER TABLE payment_methods DROP COLUMN n_refused;
UPDATE payment_methods SET problem = NULL WHERE problem IN ('foreignKey', 'providerUnavailable');
ALTER TABLE payment_methods DROP CONSTRAINT payment_methods_problem_check;
ALTER TABLE payment_methods ADD CONSTRAINT payment_methods_problem_check
    CHECK (problem IN ('keysRefused', 'disputesRefused'));
