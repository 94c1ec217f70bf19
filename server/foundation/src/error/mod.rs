//! What can go wrong while a request is answered, and the status, key and sentence it goes out with.

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use moyan_domain::{FieldProblem, Language};
use serde_json::Value;

mod refusal;

pub use refusal::Refusal;

/// A failure of the API.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The request is understood and refused.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// The request is refused for a reason that somebody wrote for the caller to read.
    #[error("refused: {refusal:?}, since {reason}")]
    RefusedBecause {
        /// What is refused.
        refusal: Refusal,
        /// What the administrator wrote.
        reason: String,
    },
    /// What the caller wants to change was changed meanwhile.
    #[error("refused: {refusal:?}, because it was changed")]
    Conflict {
        /// What is refused.
        refusal: Refusal,
        /// The value as it is now, as the answer of a read gives it.
        current: Value,
    },
    /// Fields of the body cannot be used: their path as it is on the wire (`name`, `sections[3].url`), and what is wrong.
    #[error("fields cannot be used: {0:?}")]
    Invalid(BTreeMap<Cow<'static, str>, FieldProblem>),
    /// The files of a team would take more room than its plan has.
    #[error("{used_bytes} bytes of {max_bytes} are used")]
    QuotaExceeded {
        /// Bytes that its files have together.
        used_bytes: i64,
        /// Bytes that they may have.
        max_bytes: i64,
    },
    /// It was asked too often.
    #[error("asked too often; again in {retry_after_s} s")]
    RateLimited {
        /// Seconds until it may be asked again.
        retry_after_s: u64,
    },
    /// The database cannot be reached, or it takes too long; the cause is logged.
    #[error("the database cannot be used: {0}")]
    Unavailable(String),
    /// The fault is ours; the cause is logged and not shown.
    #[error("internal error: {0}")]
    Internal(String),
}

impl AppError {
    /// The error that a bare status of the framework stands for.
    pub fn from_status(status: StatusCode) -> Self {
        Self::Refused(match status {
            StatusCode::NOT_FOUND => Refusal::UnknownRoute,
            StatusCode::METHOD_NOT_ALLOWED => Refusal::MethodNotAllowed,
            StatusCode::REQUEST_TIMEOUT => Refusal::TooSlow,
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Refusal::UnsupportedMediaType,
            status if status.is_client_error() => Refusal::BadRequest,
            status => return Self::Internal(status.to_string()),
        })
    }

    /// What the caller wants to change was changed meanwhile; `current` is what it is now.
    pub fn conflict(refusal: Refusal, current: &impl serde::Serialize) -> Self {
        match serde_json::to_value(current) {
            Ok(current) => Self::Conflict { refusal, current },
            Err(error) => Self::Internal(error.to_string()),
        }
    }

    /// One field cannot be used.
    pub fn invalid(field: impl Into<Cow<'static, str>>, problem: FieldProblem) -> Self {
        Self::Invalid(BTreeMap::from([(field.into(), problem)]))
    }

    /// The stable key that clients translate.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Refused(refusal)
            | Self::RefusedBecause { refusal, .. }
            | Self::Conflict { refusal, .. } => refusal.key(),
            Self::Invalid(_) => "request.fieldsInvalid",
            Self::QuotaExceeded { .. } => "files.quotaExceeded",
            Self::RateLimited { .. } => "request.tooMany",
            Self::Unavailable(_) => "server.unavailable",
            Self::Internal(_) => "server.internal",
        }
    }

    /// The sentence for a reader of `language`.
    pub fn message(&self, language: Language) -> Cow<'static, str> {
        if let Self::Invalid(fields) = self {
            let first = fields.values().next();
            return first
                .map_or_else(String::new, |problem| problem.message(language))
                .into();
        }
        match (self, language) {
            (
                Self::Refused(refusal)
                | Self::RefusedBecause { refusal, .. }
                | Self::Conflict { refusal, .. },
                language,
            ) => refusal.message(language),
            (Self::Invalid(_), _) => "",
            (Self::QuotaExceeded { .. }, Language::ZhCn) => "存储空间不足，请升级套餐",
            (Self::QuotaExceeded { .. }, Language::En) => {
                "There is not enough storage left. Upgrade your plan."
            }
            (Self::RateLimited { .. }, Language::ZhCn) => "操作太频繁，请稍后再试",
            (Self::RateLimited { .. }, Language::En) => "Too many requests. Try again later.",
            (Self::Unavailable(_), Language::ZhCn) => "服务暂时不可用，请稍后再试",
            (Self::Unavailable(_), Language::En) => "Service unavailable. Try again later.",
            (Self::Internal(_), Language::ZhCn) => "服务器错误，请稍后重试",
            (Self::Internal(_), Language::En) => "Server error, please try again later",
        }
        .into()
    }

    /// What is wrong with each field, by key.
    pub fn fields(&self) -> Option<BTreeMap<&str, &'static str>> {
        match self {
            Self::Invalid(fields) => Some(
                fields
                    .iter()
                    .map(|(field, problem)| (&**field, problem.key()))
                    .collect(),
            ),
            _ => None,
        }
    }

    /// The numbers of what is wrong with each field, by path and name; none when no field has any.
    pub fn parameters(&self) -> Option<BTreeMap<&str, BTreeMap<&'static str, usize>>> {
        let Self::Invalid(fields) = self else {
            return None;
        };
        let parameters: BTreeMap<_, BTreeMap<_, _>> = fields
            .iter()
            .map(|(field, problem)| (&**field, problem.parameters().into_iter().collect()))
            .filter(|(_, parameters): &(_, BTreeMap<_, _>)| !parameters.is_empty())
            .collect();
        (!parameters.is_empty()).then_some(parameters)
    }

    /// The value as it is now, where the caller knew an older one.
    pub fn current(&self) -> Option<&Value> {
        match self {
            Self::Conflict { current, .. } => Some(current),
            _ => None,
        }
    }

    /// Bytes that are used, and how many may be.
    pub fn quota(&self) -> Option<(i64, i64)> {
        match self {
            Self::QuotaExceeded {
                used_bytes,
                max_bytes,
            } => Some((*used_bytes, *max_bytes)),
            _ => None,
        }
    }

    /// Why it was refused, as the administrator wrote it.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::RefusedBecause { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl From<Refusal> for AppError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// What PostgreSQL says when it ends a statement after `lock_timeout`.
pub(crate) const LOCK_TIMEOUT: &str = "canceling statement due to lock timeout";
/// The same after `lock_timeout` or `statement_timeout`. The driver gives the message and not its code (55P03, 57014). A database that speaks another language is answered with 500 instead of
/// 503: the server warns of it when it starts.
const TIMEOUTS: [&str; 2] = [LOCK_TIMEOUT, "canceling statement due to statement timeout"];

/// The only place that reads the database's failures.
impl From<DieselError> for AppError {
    fn from(error: DieselError) -> Self {
        match &error {
            // A query that must find something names its own refusal; this one is for what nobody named.
            DieselError::NotFound => Self::Refused(Refusal::NotFound),
            DieselError::DatabaseError(DatabaseErrorKind::ClosedConnection, info) => {
                Self::Unavailable(info.message().to_owned())
            }
            DieselError::DatabaseError(_, info) if TIMEOUTS.contains(&info.message()) => {
                Self::Unavailable(info.message().to_owned())
            }
            DieselError::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _) => {
                Self::Refused(Refusal::ReadOnly)
            }
            DieselError::DatabaseError(kind, info) => match (kind, info.constraint_name()) {
                (DatabaseErrorKind::UniqueViolation, Some("users_email_key" | "users_phone_key")) => {
                    Self::Refused(Refusal::IdentifierTaken)
                }
                (DatabaseErrorKind::UniqueViolation, Some("team_members_pkey")) => {
                    Self::Refused(Refusal::AlreadyMember)
                }
                (DatabaseErrorKind::UniqueViolation, Some("sites_slug_key")) => {
                    Self::Refused(Refusal::SlugTaken)
                }
                _ => Self::Internal(format!("{kind:?}: {}", info.message())),
            },
            DieselError::BrokenTransactionManager => Self::Unavailable(error.to_string()),
            _ => Self::Internal(error.to_string()),
        }
    }
}

/// The body is filled in by `http::error_body`, which knows the request's language.
impl ResponseError for AppError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Refused(refusal)
            | Self::RefusedBecause { refusal, .. }
            | Self::Conflict { refusal, .. } => refusal.status(),
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::QuotaExceeded { .. } => StatusCode::CONFLICT,
            Self::RateLimited { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        match self {
            Self::RateLimited { retry_after_s } => {
                response.insert_header(("retry-after", retry_after_s.to_string()));
            }
            // The rest of the body may never come: nothing is read after it.
            Self::Refused(Refusal::TooSlow) => {
                response.force_close();
            }
            Self::Unavailable(_)
            | Self::Refused(
                Refusal::Starting | Refusal::ReadOnly | Refusal::Busy | Refusal::FilesUnavailable,
            ) => {
                response.insert_header(("retry-after", "5"));
            }
            _ => {}
        }
        response.finish()
    }
}
