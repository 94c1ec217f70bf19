-- What the provider said of the keys when it was asked last; empty when they do what they are for.
ALTER TABLE payment_methods ADD COLUMN problem TEXT
    CONSTRAINT payment_methods_problem_check CHECK (problem IN ('keysRefused', 'disputesRefused'));
