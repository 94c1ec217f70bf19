//! HTTP in and out.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use moyan_domain::limits::{CODE_LIFETIME_MINUTES, CODE_RESEND_S};
use moyan_domain::{AvatarId, SessionId};
use moyan_foundation::access::{Caller, find_caller};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::body::{BodyLimit, UnreadBody};
use moyan_foundation::http::client::Client;
use moyan_foundation::http::json::{Answer, Answered, Body, Nothing, done};
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;

use super::dto::{
    ChangeIdentifierRequest, ChangePasswordRequest, CodeSentDto, DeleteAccountRequest, EndedSessionsDto,
    LoginRequest, RegisterRequest, ResetPasswordRequest, SendCodeRequest, SessionDto, UpdateAccountRequest,
    UserInfoDto,
};
use super::service;

pub async fn register_by_identifier(
    state: Data<AppState>,
    client: Client,
    Body(request): Body<RegisterRequest>,
) -> Answered<UserInfoDto> {
    service::register(&state, client, request).await.map(Answer::new)
}

pub async fn login_by_identifier(
    state: Data<AppState>,
    client: Client,
    Body(request): Body<LoginRequest>,
) -> Answered<UserInfoDto> {
    let (user, token) = service::login(&state, client, request).await?;
    Ok(Answer::with_token(user, token))
}

pub async fn is_login(state: Data<AppState>, caller: Caller) -> Answered<UserInfoDto> {
    state
        .db
        .run(move |connection| service::info_of(connection, caller.user_id))
        .await
        .map(Answer::new)
}

pub async fn logout(state: Data<AppState>, request: HttpRequest) -> Answered<Nothing> {
    if let Some(caller) = find_caller(&request, &state).await? {
        state
            .db
            .run(move |connection| service::end_session(connection, &caller))
            .await?;
    }
    done()
}

pub async fn send_code(
    state: Data<AppState>,
    client: Client,
    request: HttpRequest,
    Body(body): Body<SendCodeRequest>,
) -> Answered<CodeSentDto> {
    let caller = find_caller(&request, &state).await?;
    service::send_code(&state, client, caller, body).await?;
    Ok(Answer::new(CodeSentDto {
        resend_after_s: CODE_RESEND_S,
        expires_in_s: CODE_LIFETIME_MINUTES * 60,
    }))
}

pub async fn reset_password(
    state: Data<AppState>,
    client: Client,
    Body(request): Body<ResetPasswordRequest>,
) -> Answered<Nothing> {
    service::reset_password(&state, client, request).await?;
    done()
}

pub async fn update_account(
    state: Data<AppState>,
    caller: Caller,
    Body(request): Body<UpdateAccountRequest>,
) -> Answered<UserInfoDto> {
    service::update(&state, caller, request).await.map(Answer::new)
}

pub async fn change_password(
    state: Data<AppState>,
    client: Client,
    caller: Caller,
    Body(request): Body<ChangePasswordRequest>,
) -> Answered<Nothing> {
    service::change_password(&state, client, caller, request).await?;
    done()
}

pub async fn change_identifier(
    state: Data<AppState>,
    client: Client,
    caller: Caller,
    Body(request): Body<ChangeIdentifierRequest>,
) -> Answered<UserInfoDto> {
    service::change_identifier(&state, client, caller, request)
        .await
        .map(Answer::new)
}

/// The body of a picture, of a type that is taken.
pub struct PictureBody(UnreadBody);

impl FromRequest for PictureBody {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_picture = request
            .headers()
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|kind| matches!(kind, "image/jpeg" | "image/png" | "image/webp"));
        ready(if is_picture {
            Ok(Self(BodyLimit::of(request).body(request, payload)))
        } else {
            Err(Refusal::UnsupportedMediaType.into())
        })
    }
}

pub async fn upload_avatar(
    state: Data<AppState>,
    caller: Caller,
    PictureBody(body): PictureBody,
) -> Answered<UserInfoDto> {
    service::set_avatar(&state, caller, body).await.map(Answer::new)
}

pub async fn delete_avatar(state: Data<AppState>, caller: Caller) -> Answered<UserInfoDto> {
    state
        .db
        .transaction(move |connection| service::delete_avatar(connection, &caller))
        .await
        .map(Answer::new)
}

pub async fn get_avatar(
    state: Data<AppState>,
    FromPath(AvatarId(id)): FromPath<AvatarId>,
) -> Result<HttpResponse, AppError> {
    let png = state
        .db
        .run(move |connection| service::find_avatar(connection, id))
        .await?;
    Ok(HttpResponse::Ok()
        .content_type("image/png")
        .insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(png))
}

pub async fn list_sessions(state: Data<AppState>, caller: Caller) -> Answered<Vec<SessionDto>> {
    let idle_days = state.auth.idle_days;
    state
        .db
        .run(move |connection| service::list_sessions(connection, &caller, idle_days))
        .await
        .map(Answer::new)
}

pub async fn delete_other_sessions(state: Data<AppState>, caller: Caller) -> Answered<EndedSessionsDto> {
    let n_ended = state
        .db
        .run(move |connection| service::delete_other_sessions(connection, &caller))
        .await?;
    Ok(Answer::new(EndedSessionsDto {
        n_ended: i64::try_from(n_ended).unwrap_or(i64::MAX),
    }))
}

pub async fn delete_session(
    state: Data<AppState>,
    caller: Caller,
    FromPath(SessionId(id)): FromPath<SessionId>,
) -> Answered<Nothing> {
    state
        .db
        .run(move |connection| service::delete_session(connection, &caller, id))
        .await?;
    done()
}

pub async fn export_account(state: Data<AppState>, caller: Caller) -> Result<HttpResponse, AppError> {
    let export = service::export(&state, caller).await?;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"moyan-account.json\""))
        .json(export))
}

pub async fn request_deletion(
    state: Data<AppState>,
    client: Client,
    caller: Caller,
    Body(request): Body<DeleteAccountRequest>,
) -> Answered<UserInfoDto> {
    service::request_deletion(&state, client, caller, request.current_passwd)
        .await
        .map(Answer::new)
}

pub async fn cancel_deletion(state: Data<AppState>, caller: Caller) -> Answered<UserInfoDto> {
    state
        .db
        .transaction(move |connection| service::cancel_deletion(connection, &caller))
        .await
        .map(Answer::new)
}

#[cfg(test)]
mod tests {
    use actix_web::HttpMessage as _;

    use super::*;
    use moyan_domain::limits::IMAGE_MAX_BYTES;

    #[actix_web::test]
    async fn a_picture_that_does_not_come_is_given_up_after_five_seconds() {
        tokio::time::pause();
        let started = tokio::time::Instant::now();
        let mut payload: Payload = Payload::Stream {
            payload: Box::pin(futures_util::stream::pending()),
        };
        let request = actix_web::test::TestRequest::default()
            .insert_header((CONTENT_TYPE, "image/png"))
            .to_http_request();
        request.extensions_mut().insert(BodyLimit {
            max_bytes: IMAGE_MAX_BYTES,
        });
        let PictureBody(body) = PictureBody::from_request(&request, &mut payload).await.unwrap();
        assert!(matches!(
            body.file().await,
            Err(AppError::Refused(Refusal::TooSlow))
        ));
        assert_eq!(started.elapsed().as_secs(), 5);
    }
}
