//! Accounts: registration, login, codes, passwords, devices, profile, export and deletion.

use actix_web::http::Method;
use moyan_domain::limits::IMAGE_MAX_BYTES;
use moyan_foundation::jobs::Expired;
use moyan_foundation::route::{Access, Route};

mod avatar;
mod code;
mod dto;
mod models;
mod queries;
mod routes;
pub mod service;

pub use moyan_foundation::credentials::TypedCode;
pub use moyan_foundation::http::client::Client;

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    [
        login_routes(),
        profile_routes(),
        session_routes(),
        deletion_routes(),
    ]
    .concat()
}

/// Getting in: a new account, a session, a code, a new password.
fn login_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::POST,
            "/api/account/registerByIdentifier",
            "register_by_identifier",
            "Make an account with a code that was sent to its address or number",
            Access::Anyone,
            routes::register_by_identifier,
        )
        .takes::<RegisterRequest>()
        .answers::<UserInfoDto>()
        .fails(&[
            (403, "account.methodDisabled"),
            (422, "account.codeInvalid"),
            (503, "server.busy"),
        ]),
        Route::new(
            Method::POST,
            "/api/account/loginByIdentifier",
            "login_by_identifier",
            "Log in with a password or a code",
            Access::Anyone,
            routes::login_by_identifier,
        )
        .takes::<LoginRequest>()
        .answers::<UserInfoDto>()
        .with_token()
        .fails(&[
            (403, "account.methodDisabled"),
            (403, "account.suspended"),
            (422, "account.loginFailed"),
            (422, "account.codeInvalid"),
            (503, "server.busy"),
        ]),
        Route::new(
            Method::POST,
            "/api/account/isLogin",
            "is_login",
            "Say who is logged in",
            Access::Session,
            routes::is_login,
        )
        .reading()
        .answers::<UserInfoDto>(),
        Route::new(
            Method::POST,
            "/api/account/logout",
            "logout",
            "End the session of the token, if it has one",
            Access::Anyone,
            routes::logout,
        ),
        Route::new(
            Method::POST,
            "/api/account/sendCode",
            "send_code",
            "Send a verification code; the answer is the same whether or not the account exists",
            Access::Anyone,
            routes::send_code,
        )
        .takes::<SendCodeRequest>()
        .answers::<CodeSentDto>()
        .fails(&[
            (401, "session.required"),
            (403, "account.methodDisabled"),
            (503, "server.busy"),
        ]),
        Route::new(
            Method::POST,
            "/api/account/resetPassword",
            "reset_password",
            "Set a new password with a code; all sessions of the account end",
            Access::Anyone,
            routes::reset_password,
        )
        .takes::<ResetPasswordRequest>()
        .fails(&[
            (403, "account.methodDisabled"),
            (422, "account.codeInvalid"),
            (503, "server.busy"),
        ]),
    ]
}

/// What an account says about its owner, and what they log in with.
fn profile_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::PATCH,
            "/api/account",
            "update_account",
            "Change nickname and language",
            Access::Session,
            routes::update_account,
        )
        .takes::<UpdateAccountRequest>()
        .answers::<UserInfoDto>(),
        Route::new(
            Method::PUT,
            "/api/account/password",
            "change_password",
            "Change the password; all other sessions end",
            Access::Session,
            routes::change_password,
        )
        .takes::<ChangePasswordRequest>()
        .fails(&[(422, "account.passwordWrong"), (503, "server.busy")]),
        Route::new(
            Method::PUT,
            "/api/account/identifier",
            "change_identifier",
            "Set the e-mail address or phone number to one that a code was sent to",
            Access::Session,
            routes::change_identifier,
        )
        .takes::<ChangeIdentifierRequest>()
        .answers::<UserInfoDto>()
        .fails(&[
            (409, "account.identifierTaken"),
            (422, "account.passwordWrong"),
            (422, "account.codeInvalid"),
            (503, "server.busy"),
        ]),
        Route::new(
            Method::PUT,
            "/api/account/avatar",
            "upload_avatar",
            "Set the picture: the bytes of a JPG, PNG or WebP file of at most 5 MB",
            Access::Session,
            routes::upload_avatar,
        )
        .takes_bytes(&["image/jpeg", "image/png", "image/webp"])
        .takes_up_to(IMAGE_MAX_BYTES)
        .answers::<UserInfoDto>()
        .fails(&[(503, "server.busy")]),
        Route::new(
            Method::DELETE,
            "/api/account/avatar",
            "delete_avatar",
            "Remove the picture",
            Access::Session,
            routes::delete_avatar,
        )
        .answers::<UserInfoDto>(),
        Route::new(
            Method::GET,
            "/api/avatars/{avatarId}",
            "get_avatar",
            "The picture of an account; its address changes with the picture",
            Access::Anyone,
            routes::get_avatar,
        )
        .answers_bytes(&["image/png"])
        .fails(&[(404, "avatar.notFound")]),
    ]
}

/// The devices that are logged in.
fn session_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/account/sessions",
            "list_sessions",
            "The devices that are logged in, the one used last first",
            Access::Session,
            routes::list_sessions,
        )
        .answers_list::<SessionDto>(),
        Route::new(
            Method::DELETE,
            "/api/account/sessions",
            "delete_other_sessions",
            "Log all other devices out",
            Access::Session,
            routes::delete_other_sessions,
        )
        .answers::<EndedSessionsDto>(),
        Route::new(
            Method::DELETE,
            "/api/account/sessions/{sessionId}",
            "delete_session",
            "Log a device out",
            Access::Session,
            routes::delete_session,
        )
        .fails(&[(404, "session.notFound")]),
    ]
}

/// Taking everything along, and leaving.
fn deletion_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/account/export",
            "export_account",
            "Everything that is stored about the account, as a JSON file; ten times an hour",
            Access::Session,
            routes::export_account,
        )
        .answers_bytes(&["application/json"]),
        Route::new(
            Method::POST,
            "/api/account/deletion",
            "request_deletion",
            "Delete the account in seven days; all other sessions end",
            Access::Session,
            routes::request_deletion,
        )
        .takes::<DeleteAccountRequest>()
        .answers::<UserInfoDto>()
        .fails(&[
            (409, "account.ownsTeams"),
            (422, "account.passwordWrong"),
            (503, "server.busy"),
        ]),
        Route::new(
            Method::DELETE,
            "/api/account/deletion",
            "cancel_deletion",
            "Keep the account after all",
            Access::Session,
            routes::cancel_deletion,
        )
        .answers::<UserInfoDto>()
        .fails(&[(409, "account.noDeletion")]),
    ]
}

/// What expires: accounts that were deleted, sessions and codes.
pub fn expired() -> Vec<Expired> {
    vec![
        Expired::Each {
            list: |connection, sweep| service::list_expired(connection, sweep.now),
            remove: |connection, sweep, id| service::purge(connection, id, sweep.now),
        },
        Expired::All(|connection, sweep| {
            service::sweep(connection, sweep.now, sweep.state.auth.idle_days)?;
            Ok(())
        }),
    ]
}
