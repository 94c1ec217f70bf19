//! What the product is made of, without a request, a database or a network: values that are valid, the limits, the plans,
//! and the gate.
//!
//! Text is parsed once, where it arrives, and the type shows that it is valid. Start reading at [`gate`]: who sees how
//! much of a document.

mod clock;
mod field_problem;
mod file_names;
pub mod gate;
pub mod held_connection;
mod identifier;
mod ids;
mod image_kind;
mod language;
pub mod limits;
mod money;
mod names;
mod password;
mod plans;
mod site_host;
mod slug;
mod statuses;
mod stored;
pub mod typed;

pub use clock::Clock;
pub use field_problem::FieldProblem;
pub use file_names::{DiagramHash, ImageName, MediaName};
pub use identifier::{Identifier, IdentityType, shown_identifier};
pub use ids::{
    AvatarId, CategoryId, CouponId, DocumentId, GrantId, InvitationId, JobId, KnowledgeBaseId, MailId,
    OrderId, PackageId, RedeemBatchId, ReleaseId, RevisionNumber, SessionId, SiteDomainId, SiteId, TeamId,
    UserId, VisitorId, VisitorSessionId,
};
pub use image_kind::ImageKind;
pub use language::Language;
pub use money::{plain_yuan, yuan};
pub use names::{
    Description, KnowledgeBaseTitle, Nickname, Reason, TeamName, is_unprintable, is_unprintable_in_lines,
};
pub use password::Password;
pub use plans::{Feature, Plan};
pub use site_host::{SiteHost, display_host};
pub use slug::{PREVIEW_SLUG, SiteSlug};
pub use statuses::{
    Channel, KnowledgeBaseStatus, MethodName, MethodProblem, PaymentMethod, RefusedReason, SiteStatus,
    TeamKind,
};
