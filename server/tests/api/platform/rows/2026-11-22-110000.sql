-- Somebody who agreed to the terms.
UPDATE users SET terms_accepted_at = now() WHERE email = 'li@example.com';
