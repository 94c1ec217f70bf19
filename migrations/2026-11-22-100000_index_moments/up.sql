-- What the sweep of expired records looks for.
CREATE INDEX index_audit_entries_created_at ON audit_entries (created_at);
CREATE INDEX index_sessions_expires_at ON sessions (expires_at);
CREATE INDEX index_sessions_last_seen_at ON sessions (last_seen_at);
CREATE INDEX index_verification_codes_expires_at ON verification_codes (expires_at);
CREATE INDEX index_team_invitations_expires_at ON team_invitations (expires_at);
