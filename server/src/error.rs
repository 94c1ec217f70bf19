//! What can go wrong while a request is answered, and the status and key it goes out with.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};

use crate::http::language::Language;

/// A failure of the API.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// No route has this path.
    #[error("no route has this path")]
    UnknownRoute,
    /// The route does not know this method.
    #[error("the route does not know this method")]
    MethodNotAllowed,
    /// The request cannot be read: its body, query or headers.
    #[error("the request cannot be read")]
    BadRequest,
    /// The fault is ours; the cause is logged and not shown.
    #[error("internal error: {0}")]
    Internal(String),
}

impl AppError {
    /// The error that a bare status of the framework stands for.
    pub fn from_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::UnknownRoute,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            status if status.is_client_error() => Self::BadRequest,
            status => Self::Internal(status.to_string()),
        }
    }

    /// The stable key that clients translate.
    pub fn key(&self) -> &'static str {
        match self {
            Self::UnknownRoute => "route.notFound",
            Self::MethodNotAllowed => "route.methodNotAllowed",
            Self::BadRequest => "request.invalid",
            Self::Internal(_) => "server.internal",
        }
    }

    /// The sentence for a reader of `language`.
    pub fn message(&self, language: Language) -> &'static str {
        match (self, language) {
            (Self::UnknownRoute, Language::ZhCn) => "请求的接口不存在",
            (Self::UnknownRoute, Language::En) => "This address is not part of the API",
            (Self::MethodNotAllowed, Language::ZhCn) => "该接口不支持此请求方法",
            (Self::MethodNotAllowed, Language::En) => "This address does not accept the request method",
            (Self::BadRequest, Language::ZhCn) => "请求格式有误",
            (Self::BadRequest, Language::En) => "The request cannot be read",
            (Self::Internal(_), Language::ZhCn) => "服务器错误，请稍后重试",
            (Self::Internal(_), Language::En) => "Server error, please try again later",
        }
    }
}

/// The body is filled in by `http::error_body`, which knows the request's language.
impl ResponseError for AppError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::UnknownRoute => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}
