//! Validated values: text is parsed once, where it arrives, and the type shows that it is valid.

mod file_names;
mod identifier;
mod ids;
mod money;
mod names;
mod password;
mod site_host;
mod slug;
mod statuses;
mod stored;
pub mod typed;

pub use file_names::{DiagramHash, ImageName, MediaName};
pub use identifier::{Identifier, IdentityType, shown_identifier};
pub use ids::{
    AvatarId, CategoryId, CouponId, DocumentId, GrantId, InvitationId, JobId, KnowledgeBaseId, MailId,
    OrderId, PackageId, RedeemBatchId, ReleaseId, RevisionNumber, SessionId, SiteDomainId, SiteId, TeamId,
    UserId, VisitorId, VisitorSessionId,
};
pub use money::{plain_yuan, yuan};
pub use names::{Description, KnowledgeBaseTitle, Nickname, Reason, TeamName};
pub(crate) use names::{is_unprintable, is_unprintable_in_lines};
pub use password::Password;
pub use site_host::{SiteHost, display_host};
pub use slug::{PREVIEW_SLUG, SiteSlug};
pub use statuses::{
    KnowledgeBaseStatus, MethodName, MethodProblem, PaymentMethod, RefusedReason, SiteStatus,
};
pub(crate) use stored::stored_names;
