//! The IDs that paths hold: how each parameter is called, what it is parsed to, and how it is missed.

use std::future::{Ready, ready};
use std::str::FromStr;

use actix_web::dev::{Path, Payload, Url};
use actix_web::{FromRequest, HttpRequest};
use moyan_domain::{
    AvatarId, CouponId, DiagramHash, DocumentId, GrantId, ImageName, InvitationId, JobId, KnowledgeBaseId,
    MailId, MediaName, MethodName, OrderId, RedeemBatchId, ReleaseId, RevisionNumber, SessionId,
    SiteDomainId, SiteId, TeamId, UserId, VisitorId,
};

use crate::error::{AppError, Refusal};

/// An ID that a path may hold.
pub trait PathId: FromStr {
    /// The name of the parameter.
    const PARAMETER: &'static str;
    /// How a request is refused that names nothing, or nothing of the caller's.
    const NOT_FOUND: Refusal;

    /// The ID in a path; none when the path has no such parameter.
    fn of(path: &Path<Url>) -> Result<Option<Self>, Refusal> {
        let text = path.get(Self::PARAMETER);
        text.map(|text| text.parse().map_err(|_| Self::NOT_FOUND))
            .transpose()
    }
}

/// Makes the IDs of paths out of a table.
macro_rules! path_ids {
    ($($name:ident $parameter:literal $not_found:ident,)+) => {
        $(
            impl PathId for $name {
                const PARAMETER: &'static str = $parameter;
                const NOT_FOUND: Refusal = Refusal::$not_found;
            }
        )+

        /// How a request is refused whose parameter names nothing; none for a parameter that is no ID.
        pub fn not_found_of(parameter: &str) -> Option<Refusal> {
            match parameter {
                $($parameter => Some(Refusal::$not_found),)+
                _ => None,
            }
        }
    };
}

path_ids! {
    TeamId "teamId" TeamNotFound,
    UserId "userId" UserNotFound,
    SessionId "sessionId" SessionNotFound,
    InvitationId "invitationId" InvitationNotFound,
    MailId "mailId" MailNotFound,
    JobId "jobId" JobNotFound,
    AvatarId "avatarId" AvatarNotFound,
    KnowledgeBaseId "knowledgeBaseId" KnowledgeBaseNotFound,
    DocumentId "documentId" DocumentNotFound,
    ImageName "imageName" ImageNotFound,
    DiagramHash "diagramHash" DiagramNotFound,
    MediaName "fileName" ImageNotFound,
    RevisionNumber "revision" RevisionNotFound,
    SiteId "siteId" SiteNotFound,
    ReleaseId "releaseId" ReleaseNotFound,
    SiteDomainId "domainId" SiteDomainNotFound,
    MethodName "method" PaymentMethodNotFound,
    CouponId "couponId" CouponNotFound,
    RedeemBatchId "batchId" RedeemBatchNotFound,
    OrderId "orderId" OrderNotFound,
    VisitorId "visitorId" VisitorNotFound,
    GrantId "grantId" GrantNotFound,
}

/// What a handler takes of the path: an ID whose object its own query finds, together with whose it is.
///
/// Knowledge bases, documents of them and sites are loaded by `access`, and handlers take the object; the ID of a base is
/// for the path without a team, that of a document for paths below a site.
pub struct FromPath<T>(pub T);

impl<T: PathId> FromRequest for FromPath<T> {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        ready(
            T::of(request.match_info())
                .map_err(AppError::from)
                .and_then(|id| {
                    id.map(Self)
                        .ok_or_else(|| AppError::Internal(format!("the path has no {}", T::PARAMETER)))
                }),
        )
    }
}
