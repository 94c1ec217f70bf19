//! The tables. It follows the migrations; a test compares it with a migrated database.

#![allow(missing_docs, reason = "the migrations say what the columns are")]

diesel::table! {
    audit_entries (id) {
        id -> Uuid,
        created_at -> Timestamptz,
        action -> Text,
        actor_id -> Nullable<Uuid>,
        user_id -> Nullable<Uuid>,
        team_id -> Nullable<Uuid>,
        ip_address -> Nullable<Text>,
        details -> Jsonb,
    }
}

diesel::table! {
    avatars (id) {
        id -> Uuid,
        user_id -> Uuid,
        png -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    mails (id) {
        id -> Uuid,
        channel -> Text,
        recipient -> Text,
        template -> Text,
        subject -> Text,
        body -> Text,
        status -> Text,
        n_attempts -> Int4,
        next_attempt_at -> Timestamptz,
        last_error -> Nullable<Text>,
        created_at -> Timestamptz,
        sent_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        user_id -> Uuid,
        device -> Text,
        user_agent -> Text,
        ip_address -> Text,
        created_at -> Timestamptz,
        last_seen_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    team_invitations (id) {
        id -> Uuid,
        team_id -> Uuid,
        email -> Text,
        role -> Text,
        token_hash -> Text,
        invited_by_id -> Uuid,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    team_members (team_id, user_id) {
        team_id -> Uuid,
        user_id -> Uuid,
        role -> Text,
        joined_at -> Timestamptz,
    }
}

diesel::table! {
    teams (id) {
        id -> Uuid,
        kind -> Text,
        name -> Text,
        owner_id -> Uuid,
        plan -> Text,
        plan_ends_at -> Nullable<Timestamptz>,
        suspended_at -> Nullable<Timestamptz>,
        suspended_reason -> Nullable<Text>,
        purges_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    throttles (key) {
        key -> Text,
        n_hits -> Int4,
        n_full_windows -> Int4,
        resets_at -> Timestamptz,
    }
}

diesel::table! {
    users (id) {
        id -> Uuid,
        nickname -> Text,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        password_hash -> Text,
        locale -> Text,
        is_admin -> Bool,
        suspended_at -> Nullable<Timestamptz>,
        suspended_reason -> Nullable<Text>,
        deletes_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        terms_accepted_at -> Nullable<Timestamptz>,
        last_used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    verification_codes (target, purpose) {
        target -> Text,
        purpose -> Text,
        code_hash -> Text,
        n_tries -> Int4,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::joinable!(avatars -> users (user_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(team_invitations -> teams (team_id));
diesel::joinable!(team_invitations -> users (invited_by_id));
diesel::joinable!(team_members -> teams (team_id));
diesel::joinable!(team_members -> users (user_id));
diesel::joinable!(teams -> users (owner_id));

diesel::allow_tables_to_appear_in_same_query!(
    audit_entries,
    avatars,
    mails,
    sessions,
    team_invitations,
    team_members,
    teams,
    throttles,
    users,
    verification_codes,
);
