//! The IDs of what is stored, each a type of its own: one table. A team's ID is never taken for an account's.

use std::fmt;
use std::str::FromStr;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, Output, ToSql};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// Makes the types out of the table.
macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        $(
            $(#[doc = $doc])+
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow, Serialize,
                Deserialize, ToSchema,
            )]
            #[diesel(sql_type = diesel::sql_types::Uuid)]
            #[serde(transparent)]
            pub struct $name(pub Uuid);

            impl ToSql<diesel::sql_types::Uuid, Pg> for $name {
                fn to_sql<'b>(&'b self, output: &mut Output<'b, '_, Pg>) -> serialize::Result {
                    ToSql::<diesel::sql_types::Uuid, Pg>::to_sql(&self.0, output)
                }
            }

            impl FromSql<diesel::sql_types::Uuid, Pg> for $name {
                fn from_sql(bytes: PgValue<'_>) -> deserialize::Result<Self> {
                    FromSql::<diesel::sql_types::Uuid, Pg>::from_sql(bytes).map(Self)
                }
            }

            impl FromStr for $name {
                type Err = uuid::Error;

                fn from_str(text: &str) -> Result<Self, Self::Err> {
                    text.parse().map(Self)
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(formatter)
                }
            }
        )+
    };
}

/// The revision of a text, which a path names by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevisionNumber(pub i64);

impl FromStr for RevisionNumber {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

ids! {
    /// A team or a personal space.
    TeamId,
    /// An account.
    UserId,
    /// A session of an account.
    SessionId,
    /// An invitation to a team.
    InvitationId,
    /// A mail or a short message.
    MailId,
    /// A job of the server.
    JobId,
    /// The picture of an account.
    AvatarId,
    /// A knowledge base.
    KnowledgeBaseId,
    /// A category, unique within its knowledge base.
    CategoryId,
    /// A document, unique within its knowledge base.
    DocumentId,
    /// A site.
    SiteId,
    /// A release of a site.
    ReleaseId,
    /// A domain of a site.
    SiteDomainId,
    /// An account of a site.
    VisitorId,
    /// A session of a visitor.
    VisitorSessionId,
    /// Something that members of a site buy.
    PackageId,
    /// An order of a visitor.
    OrderId,
    /// A membership that was given.
    GrantId,
    /// A coupon of a site.
    CouponId,
    /// A batch of redeem codes.
    RedeemBatchId,
}
