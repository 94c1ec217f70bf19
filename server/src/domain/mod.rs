//! Validated values: text is parsed once, where it arrives, and the type shows that it is valid.

mod file_names;
mod identifier;
mod ids;
mod names;
mod password;
mod statuses;
mod stored;

pub use file_names::{DiagramHash, ImageName, MediaName};
pub use identifier::{Identifier, IdentityType};
pub use ids::{
    AvatarId, CategoryId, DocumentId, InvitationId, JobId, KnowledgeBaseId, MailId, RevisionNumber,
    SessionId, TeamId, UserId,
};
pub use names::{Description, KnowledgeBaseTitle, Nickname, Reason, TeamName};
pub use password::Password;
pub use statuses::KnowledgeBaseStatus;
pub(crate) use stored::stored_names;
