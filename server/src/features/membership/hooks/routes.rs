//! HTTP in and out.

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use moyan_domain::{MethodName, PaymentMethod, RefusedReason, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::body::BodyLimit;
use moyan_foundation::http::path_ids::{FromPath, PathId as _};
use moyan_foundation::metrics::NotificationOutcome;
use moyan_foundation::state::AppState;
use moyan_payments::{Notification, NotificationError, NotificationRequest, Reply};

use crate::features::membership::payment_methods::{MethodInUse, service};
use crate::features::membership::providers::process_notification;

/// A body, byte for byte, up to the limit of the route.
pub struct RawBody(Bytes);

impl FromRequest for RawBody {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = BodyLimit::of(request).body(request, payload).bytes();
        async move { bytes.await.map(Self) }.boxed_local()
    }
}

pub async fn take_payment_notification(
    state: Data<AppState>,
    request: HttpRequest,
    FromPath(MethodName(method)): FromPath<MethodName>,
    RawBody(body): RawBody,
) -> Result<HttpResponse, AppError> {
    let site_id = SiteId::of(request.match_info())?.ok_or(Refusal::SiteNotFound)?;
    let shared = state.clone();
    let found = state
        .db
        .run(move |connection| service::find_methods(connection, &shared, site_id, method))
        .await?;
    let current = found.first().ok_or(Refusal::PaymentMethodNotFound)?;
    let header = |name: &str| Some(request.headers().get(name)?.to_str().ok()?.to_owned());
    let (method, notification) = match verify(
        &found,
        &NotificationRequest {
            body: &body,
            header: &header,
        },
    ) {
        Ok(notification) => notification,
        Err(error) => {
            let refused = NotificationOutcome::Refused;
            state.metrics.payments.notified(current.method, refused);
            tracing::warn!(%site_id, method = current.method.as_str(), %error, "a notification was refused");
            // Anybody can post anything here: the creator is told of what the provider may have sent.
            let request = NotificationRequest {
                body: &body,
                header: &header,
            };
            if current.provider.is_like_own(&request) {
                note_refused(&state, site_id, current.method, error).await?;
            }
            return Ok(answer(StatusCode::UNAUTHORIZED, current.provider.reply(false)));
        }
    };
    let processed = process_notification(&state, method, notification).await;
    let outcome = match &processed {
        Ok(()) => NotificationOutcome::Processed,
        Err(_) => NotificationOutcome::Failed,
    };
    state.metrics.payments.notified(method.method, outcome);
    if let Err(error) = &processed {
        tracing::error!(%site_id, cause = %error, "a notification was not processed; it comes again");
    }
    let reply = method.provider.reply(processed.is_ok());
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
    Ok(answer(status, reply))
}

/// Counts a notification that its keys do not prove, for the creator to see, at most one in a while. One that is old or
/// cannot be read is none.
async fn note_refused(
    state: &AppState,
    site_id: SiteId,
    method: PaymentMethod,
    error: NotificationError,
) -> Result<(), AppError> {
    let reason = match error {
        NotificationError::Serial => RefusedReason::Serial,
        NotificationError::Signature => RefusedReason::Signature,
        NotificationError::Timestamp | NotificationError::Body => return Ok(()),
    };
    if state.platform.is_read_only {
        return Ok(());
    }
    let now = state.clock.now();
    state
        .db
        .run(move |connection| service::note_refused(connection, site_id, method, reason, now))
        .await
}

/// Whose notification it is: of the present keys, else of former ones of the other mode. What none of them knows as
/// its own is what the present keys say of it.
fn verify<'a>(
    methods: &'a [MethodInUse],
    request: &NotificationRequest<'_>,
) -> Result<(&'a MethodInUse, Notification), NotificationError> {
    let mut first = None;
    for method in methods {
        let notification = method.provider.verify_notification(request);
        let is_own = notification
            .as_ref()
            .is_ok_and(|notification| notification.is_own_merchant);
        let notification = notification.map(|notification| (method, notification));
        if is_own {
            return notification;
        }
        first = first.or(Some(notification));
    }
    first.unwrap_or(Err(NotificationError::Signature))
}

fn answer(status: StatusCode, reply: Reply) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_TYPE, reply.media_type))
        .body(reply.body)
}
