//! The tables. It follows the migrations; a test compares it with a migrated database.

#![allow(missing_docs, reason = "the migrations say what the columns are")]

diesel::table! {
    accepted_changes (knowledge_base_id, id) {
        knowledge_base_id -> Uuid,
        id -> Uuid,
        revision -> Int8,
        created_at -> Timestamptz,
    }
}

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
    backups (is_last) {
        is_last -> Bool,
        taken_at -> Timestamptz,
    }
}

diesel::table! {
    categories (knowledge_base_id, id) {
        knowledge_base_id -> Uuid,
        id -> Uuid,
        name -> Text,
        slug -> Text,
        kind -> Text,
        description -> Text,
        position -> Float8,
        revision -> Int8,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    coupon_uses (order_id) {
        order_id -> Uuid,
        coupon_id -> Uuid,
        visitor_id -> Uuid,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    coupons (id) {
        id -> Uuid,
        site_id -> Uuid,
        code -> Text,
        percent_off -> Nullable<Int4>,
        amount_off_fen -> Nullable<Int8>,
        package_ids -> Jsonb,
        starts_at -> Nullable<Timestamptz>,
        ends_at -> Nullable<Timestamptz>,
        max_uses -> Nullable<Int4>,
        max_uses_per_visitor -> Nullable<Int4>,
        n_uses -> Int4,
        is_archived -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    disputes (id) {
        id -> Uuid,
        order_id -> Uuid,
        site_id -> Uuid,
        reference -> Text,
        payment_reference -> Text,
        amount -> Int8,
        currency -> Text,
        reason -> Text,
        status -> Text,
        answer_by -> Nullable<Timestamptz>,
        told_at -> Timestamptz,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    document_presences (session_id) {
        session_id -> Uuid,
        knowledge_base_id -> Uuid,
        document_id -> Uuid,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    document_revisions (knowledge_base_id, document_id, revision) {
        knowledge_base_id -> Uuid,
        document_id -> Uuid,
        revision -> Int8,
        title -> Text,
        content -> Text,
        cause -> Text,
        user_id -> Nullable<Uuid>,
        device -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    document_schedules (site_id, document_id) {
        site_id -> Uuid,
        document_id -> Uuid,
        publishes_at -> Timestamptz,
        failure -> Nullable<Text>,
    }
}

diesel::table! {
    documents (knowledge_base_id, id) {
        knowledge_base_id -> Uuid,
        id -> Uuid,
        category_id -> Uuid,
        parent_id -> Nullable<Uuid>,
        position -> Float8,
        title -> Text,
        is_named -> Bool,
        router_path -> Text,
        content -> Text,
        n_words -> Int4,
        text_revision -> Int8,
        place_revision -> Int8,
        revision -> Int8,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        updated_by_id -> Nullable<Uuid>,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    files (hash) {
        hash -> Text,
        name -> Text,
        media_type -> Text,
        n_bytes -> Int8,
        width -> Int4,
        height -> Int4,
        created_at -> Timestamptz,
        unnamed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    former_payment_keys (id) {
        id -> Uuid,
        site_id -> Uuid,
        method -> Text,
        is_test -> Bool,
        settings -> Jsonb,
        sealed_keys -> Text,
        replaced_at -> Timestamptz,
    }
}

diesel::table! {
    grant_revocations (grant_id) {
        grant_id -> Uuid,
        reason -> Text,
        actor_id -> Nullable<Uuid>,
        revoked_at -> Timestamptz,
    }
}

diesel::table! {
    grants (id) {
        id -> Uuid,
        site_id -> Uuid,
        visitor_id -> Uuid,
        source -> Text,
        order_id -> Nullable<Uuid>,
        redeem_code_id -> Nullable<Uuid>,
        package_id -> Nullable<Uuid>,
        package_name -> Text,
        n_months -> Nullable<Int4>,
        n_days -> Nullable<Int4>,
        is_lifetime -> Bool,
        is_test -> Bool,
        note -> Text,
        actor_id -> Nullable<Uuid>,
        granted_at -> Timestamptz,
        created_at -> Timestamptz,
        time_zone -> Nullable<Text>,
        visitor_ends_at -> Timestamptz,
    }
}

diesel::table! {
    idempotency_keys (user_id, key) {
        user_id -> Uuid,
        key -> Text,
        route -> Text,
        request_hash -> Text,
        status -> Nullable<Int2>,
        etag -> Nullable<Text>,
        answer -> Nullable<Bytea>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    jobs (id) {
        id -> Uuid,
        kind -> Text,
        payload -> Jsonb,
        priority -> Int2,
        status -> Text,
        run_at -> Timestamptz,
        n_attempts -> Int4,
        lease_id -> Nullable<Uuid>,
        leased_until -> Nullable<Timestamptz>,
        last_error -> Nullable<Text>,
        dedupe_key -> Nullable<Text>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    knowledge_base_diagrams (knowledge_base_id, source_hash) {
        knowledge_base_id -> Uuid,
        source_hash -> Text,
        file_hash -> Text,
        created_at -> Timestamptz,
        unnamed_at -> Nullable<Timestamptz>,
        checked_at -> Timestamptz,
    }
}

diesel::table! {
    knowledge_base_images (knowledge_base_id, name) {
        knowledge_base_id -> Uuid,
        name -> Text,
        file_hash -> Text,
        created_at -> Timestamptz,
        unnamed_at -> Nullable<Timestamptz>,
        checked_at -> Timestamptz,
    }
}

diesel::table! {
    knowledge_base_view_totals (knowledge_base_id) {
        knowledge_base_id -> Uuid,
        n_views -> Int8,
    }
}

diesel::table! {
    knowledge_bases (id) {
        id -> Uuid,
        team_id -> Uuid,
        title -> Text,
        description -> Text,
        category -> Text,
        status -> Text,
        n_views -> Int8,
        n_documents -> Int4,
        n_words -> Int8,
        revision -> Int8,
        settings_revision -> Int8,
        created_by_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        purges_at -> Nullable<Timestamptz>,
        history_start -> Int8,
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
        unsubscribe_url -> Text,
        html -> Text,
        sender_name -> Text,
        reply_to -> Text,
        site_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    membership_reminders (visitor_id, ends_at, n_days_before) {
        visitor_id -> Uuid,
        ends_at -> Timestamptz,
        n_days_before -> Int4,
        sent_at -> Timestamptz,
    }
}

diesel::table! {
    newsletter_subscribers (id) {
        id -> Uuid,
        site_id -> Uuid,
        email -> Text,
        name -> Text,
        status -> Text,
        requested_at -> Timestamptz,
        confirmed_at -> Nullable<Timestamptz>,
        unsubscribed_at -> Nullable<Timestamptz>,
        unsubscribe_token -> Uuid,
    }
}

diesel::table! {
    order_events (id) {
        id -> Uuid,
        order_id -> Uuid,
        kind -> Text,
        data -> Jsonb,
        actor_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    orders (id) {
        id -> Uuid,
        site_id -> Uuid,
        team_id -> Uuid,
        site_name -> Text,
        number -> Text,
        visitor_id -> Uuid,
        visitor_identifier -> Text,
        package_id -> Uuid,
        package -> Jsonb,
        currency -> Text,
        price_fen -> Int8,
        discount_fen -> Int8,
        amount_fen -> Int8,
        paid_fen -> Int8,
        refunded_fen -> Int8,
        coupon_id -> Nullable<Uuid>,
        method -> Text,
        is_test -> Bool,
        status -> Text,
        payer_note -> Text,
        reason -> Text,
        return_path -> Text,
        provider_reference -> Text,
        provider_data -> Jsonb,
        polls_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        closes_at -> Timestamptz,
        paid_at -> Nullable<Timestamptz>,
        updated_at -> Timestamptz,
        begun_at -> Nullable<Timestamptz>,
        problems -> Array<Nullable<Text>>,
    }
}

diesel::table! {
    payment_methods (site_id, method) {
        site_id -> Uuid,
        method -> Text,
        is_enabled -> Bool,
        is_test -> Bool,
        settings -> Jsonb,
        sealed_keys -> Nullable<Text>,
        updated_by_id -> Nullable<Uuid>,
        updated_at -> Timestamptz,
        asks_disputes_at -> Nullable<Timestamptz>,
        problem -> Nullable<Text>,
        n_refused -> Int4,
        refused_reason -> Nullable<Text>,
        refused_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    payment_notifications (id) {
        id -> Uuid,
        site_id -> Uuid,
        method -> Text,
        event_id -> Text,
        order_id -> Nullable<Uuid>,
        body -> Text,
        problem -> Text,
        received_at -> Timestamptz,
    }
}

diesel::table! {
    payments (id) {
        id -> Uuid,
        order_id -> Uuid,
        site_id -> Uuid,
        method -> Text,
        reference -> Text,
        amount_fen -> Int8,
        paid_at -> Timestamptz,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    plan_reminders (team_id, ends_at, kind) {
        team_id -> Uuid,
        ends_at -> Timestamptz,
        kind -> Text,
        sent_at -> Timestamptz,
    }
}

diesel::table! {
    redeem_batches (id) {
        id -> Uuid,
        site_id -> Uuid,
        package_id -> Uuid,
        package -> Jsonb,
        n_codes -> Int4,
        note -> Text,
        ends_at -> Nullable<Timestamptz>,
        revoked_at -> Nullable<Timestamptz>,
        created_by_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    redeem_codes (id) {
        id -> Uuid,
        batch_id -> Uuid,
        code_hash -> Text,
        tail -> Text,
        used_by_id -> Nullable<Uuid>,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    refunds (id) {
        id -> Uuid,
        order_id -> Uuid,
        payment_id -> Nullable<Uuid>,
        site_id -> Uuid,
        amount_fen -> Int8,
        status -> Text,
        reason -> Text,
        reference -> Text,
        actor_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        polls_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    release_documents (release_id, document_id) {
        release_id -> Uuid,
        document_id -> Uuid,
        category_id -> Uuid,
        parent_id -> Nullable<Uuid>,
        position -> Int4,
        path -> Text,
        title -> Text,
        sidebar_label -> Text,
        description -> Text,
        tags -> Jsonb,
        date -> Text,
        n_words -> Int4,
        text_revision -> Int8,
        changed_at -> Timestamptz,
        rendered_hash -> Text,
        moved_to_category_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    release_files (release_id, name) {
        release_id -> Uuid,
        name -> Text,
        file_hash -> Text,
    }
}

diesel::table! {
    releases (id) {
        id -> Uuid,
        site_id -> Uuid,
        number -> Int4,
        status -> Text,
        note -> Text,
        settings -> Jsonb,
        categories -> Jsonb,
        n_documents -> Int4,
        knowledge_base_id -> Nullable<Uuid>,
        engine_version -> Text,
        created_by_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    rendered_documents (hash) {
        hash -> Text,
        data -> Jsonb,
        created_at -> Timestamptz,
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
    site_domains (id) {
        id -> Uuid,
        site_id -> Uuid,
        host -> Text,
        token -> Text,
        verified_at -> Nullable<Timestamptz>,
        checked_at -> Nullable<Timestamptz>,
        problem -> Text,
        is_primary -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    site_former_slugs (slug) {
        slug -> Text,
        site_id -> Uuid,
        kept_until -> Timestamptz,
    }
}

diesel::table! {
    site_page_views (site_id, day, path) {
        site_id -> Uuid,
        day -> Date,
        path -> Text,
        n_views -> Int8,
        n_walls -> Int8,
        n_logins -> Int8,
        n_redeemed -> Int8,
    }
}

diesel::table! {
    site_redirects (site_id, from_path) {
        site_id -> Uuid,
        from_path -> Text,
        to_path -> Text,
        code -> Int4,
        is_automatic -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    site_settings (site_id, tab) {
        site_id -> Uuid,
        tab -> Text,
        data -> Jsonb,
        revision -> Int8,
        updated_by_id -> Nullable<Uuid>,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    site_sources (site_id, day, source) {
        site_id -> Uuid,
        day -> Date,
        source -> Text,
        n_views -> Int8,
    }
}

diesel::table! {
    site_view_totals (site_id) {
        site_id -> Uuid,
        n_views -> Int8,
    }
}

diesel::table! {
    site_views (site_id, day) {
        site_id -> Uuid,
        day -> Date,
        n_views -> Int8,
    }
}

diesel::table! {
    sites (id) {
        id -> Uuid,
        team_id -> Uuid,
        knowledge_base_id -> Nullable<Uuid>,
        name -> Text,
        slug -> Text,
        status -> Text,
        live_release_id -> Nullable<Uuid>,
        generation -> Int8,
        publishes_at -> Nullable<Timestamptz>,
        publish_note -> Text,
        n_views -> Int8,
        created_by_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        purges_at -> Nullable<Timestamptz>,
        redirects_revision -> Int8,
    }
}

diesel::table! {
    team_images (team_id, file_hash) {
        team_id -> Uuid,
        file_hash -> Text,
        created_by_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
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

diesel::table! {
    visitor_codes (site_id, recipient, purpose) {
        site_id -> Uuid,
        recipient -> Text,
        purpose -> Text,
        code_hash -> Text,
        n_tries -> Int4,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    visitor_sessions (id) {
        id -> Uuid,
        visitor_id -> Uuid,
        token_hash -> Text,
        user_agent -> Text,
        network -> Text,
        created_at -> Timestamptz,
        last_seen_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    visitors (id) {
        id -> Uuid,
        site_id -> Uuid,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        nickname -> Text,
        password_hash -> Nullable<Text>,
        language -> Text,
        is_blocked -> Bool,
        is_reminded -> Bool,
        created_at -> Timestamptz,
        last_seen_at -> Timestamptz,
        unsubscribe_token -> Uuid,
    }
}

diesel::joinable!(accepted_changes -> knowledge_bases (knowledge_base_id));
diesel::joinable!(avatars -> users (user_id));
diesel::joinable!(categories -> knowledge_bases (knowledge_base_id));
diesel::joinable!(coupon_uses -> coupons (coupon_id));
diesel::joinable!(coupon_uses -> orders (order_id));
diesel::joinable!(coupons -> sites (site_id));
diesel::joinable!(disputes -> orders (order_id));
diesel::joinable!(document_presences -> sessions (session_id));
diesel::joinable!(document_revisions -> users (user_id));
diesel::joinable!(document_schedules -> sites (site_id));
diesel::joinable!(documents -> knowledge_bases (knowledge_base_id));
diesel::joinable!(documents -> users (updated_by_id));
diesel::joinable!(former_payment_keys -> sites (site_id));
diesel::joinable!(grant_revocations -> grants (grant_id));
diesel::joinable!(grant_revocations -> users (actor_id));
diesel::joinable!(grants -> orders (order_id));
diesel::joinable!(grants -> redeem_codes (redeem_code_id));
diesel::joinable!(grants -> users (actor_id));
diesel::joinable!(idempotency_keys -> users (user_id));
diesel::joinable!(knowledge_base_diagrams -> files (file_hash));
diesel::joinable!(knowledge_base_diagrams -> knowledge_bases (knowledge_base_id));
diesel::joinable!(knowledge_base_images -> files (file_hash));
diesel::joinable!(knowledge_base_images -> knowledge_bases (knowledge_base_id));
diesel::joinable!(knowledge_base_view_totals -> knowledge_bases (knowledge_base_id));
diesel::joinable!(knowledge_bases -> teams (team_id));
diesel::joinable!(knowledge_bases -> users (created_by_id));
diesel::joinable!(membership_reminders -> visitors (visitor_id));
diesel::joinable!(newsletter_subscribers -> sites (site_id));
diesel::joinable!(order_events -> orders (order_id));
diesel::joinable!(order_events -> users (actor_id));
diesel::joinable!(orders -> coupons (coupon_id));
diesel::joinable!(payment_methods -> sites (site_id));
diesel::joinable!(payment_methods -> users (updated_by_id));
diesel::joinable!(payment_notifications -> orders (order_id));
diesel::joinable!(payments -> orders (order_id));
diesel::joinable!(plan_reminders -> teams (team_id));
diesel::joinable!(redeem_batches -> sites (site_id));
diesel::joinable!(redeem_batches -> users (created_by_id));
diesel::joinable!(redeem_codes -> redeem_batches (batch_id));
diesel::joinable!(refunds -> orders (order_id));
diesel::joinable!(refunds -> payments (payment_id));
diesel::joinable!(refunds -> users (actor_id));
diesel::joinable!(release_documents -> releases (release_id));
diesel::joinable!(release_documents -> rendered_documents (rendered_hash));
diesel::joinable!(release_files -> files (file_hash));
diesel::joinable!(release_files -> releases (release_id));
diesel::joinable!(releases -> sites (site_id));
diesel::joinable!(releases -> users (created_by_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(site_domains -> sites (site_id));
diesel::joinable!(site_former_slugs -> sites (site_id));
diesel::joinable!(site_page_views -> sites (site_id));
diesel::joinable!(site_redirects -> sites (site_id));
diesel::joinable!(site_settings -> sites (site_id));
diesel::joinable!(site_settings -> users (updated_by_id));
diesel::joinable!(site_sources -> sites (site_id));
diesel::joinable!(site_view_totals -> sites (site_id));
diesel::joinable!(site_views -> sites (site_id));
diesel::joinable!(sites -> knowledge_bases (knowledge_base_id));
diesel::joinable!(sites -> teams (team_id));
diesel::joinable!(sites -> users (created_by_id));
diesel::joinable!(team_images -> files (file_hash));
diesel::joinable!(team_images -> teams (team_id));
diesel::joinable!(team_images -> users (created_by_id));
diesel::joinable!(team_invitations -> teams (team_id));
diesel::joinable!(team_invitations -> users (invited_by_id));
diesel::joinable!(team_members -> teams (team_id));
diesel::joinable!(team_members -> users (user_id));
diesel::joinable!(teams -> users (owner_id));
diesel::joinable!(visitor_codes -> sites (site_id));
diesel::joinable!(visitor_sessions -> visitors (visitor_id));
diesel::joinable!(visitors -> sites (site_id));

diesel::allow_tables_to_appear_in_same_query!(
    accepted_changes,
    audit_entries,
    avatars,
    backups,
    categories,
    coupon_uses,
    coupons,
    disputes,
    document_presences,
    document_revisions,
    document_schedules,
    documents,
    files,
    former_payment_keys,
    grant_revocations,
    grants,
    idempotency_keys,
    jobs,
    knowledge_base_diagrams,
    knowledge_base_images,
    knowledge_base_view_totals,
    knowledge_bases,
    mails,
    membership_reminders,
    newsletter_subscribers,
    order_events,
    orders,
    payment_methods,
    payment_notifications,
    payments,
    plan_reminders,
    redeem_batches,
    redeem_codes,
    refunds,
    release_documents,
    release_files,
    releases,
    rendered_documents,
    sessions,
    site_domains,
    site_former_slugs,
    site_page_views,
    site_redirects,
    site_settings,
    site_sources,
    site_view_totals,
    site_views,
    sites,
    team_images,
    team_invitations,
    team_members,
    teams,
    throttles,
    users,
    verification_codes,
    visitor_codes,
    visitor_sessions,
    visitors,
);
