-- What is wrong with the keys of a method, and which notifications its hook refused because of them.
ALTER TABLE payment_methods DROP CONSTRAINT payment_methods_problem_check;
ALTER TABLE payment_methods ADD CONSTRAINT payment_methods_problem_check
    CHECK (problem IN ('keysRefused', 'disputesRefused', 'foreignKey', 'providerUnavailable'));
ALTER TABLE payment_methods ADD COLUMN n_refused INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payment_methods ADD COLUMN refused_reason TEXT
    CONSTRAINT payment_methods_refused_reason_check CHECK (refused_reason IN ('serial', 'signature'));
ALTER TABLE payment_methods ADD COLUMN refused_at TIMESTAMPTZ;
