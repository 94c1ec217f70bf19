-- When the owner agreed to the terms of service and the privacy policy; unknown for accounts that were made otherwise.
ALTER TABLE users ADD COLUMN terms_accepted_at TIMESTAMPTZ;
