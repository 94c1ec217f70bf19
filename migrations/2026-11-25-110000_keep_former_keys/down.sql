DROP TABLE former_payment_keys;
