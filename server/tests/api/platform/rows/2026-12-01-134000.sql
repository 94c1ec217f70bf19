-- A membership whose end was computed.
UPDATE grants SET visitor_ends_at = granted_at + INTERVAL '30 days';
