//! What state a thing is in, by the name that is stored and sent.

use std::str::FromStr;

use super::stored_names;

stored_names! {
    /// The kind of a team.
    TeamKind
    /// One person's own space; everybody has exactly one.
    Personal: "personal",
    /// A space that several people share.
    Team: "team",
}

stored_names! {
    /// How a message leaves.
    Channel
    /// As a mail.
    Email: "email",
    /// As a short message.
    Sms: "sms",
}

stored_names! {
    /// What is done with a knowledge base. Source: specification §4.
    KnowledgeBaseStatus
    /// It is worked on.
    Active: "active",
    /// It is not ready yet.
    Draft: "draft",
    /// It is kept and not changed.
    Archived: "archived",
}

stored_names! {
    /// The state of a site. Source: specification §4; `docs/sites.md` has the transitions.
    SiteStatus
    /// Strangers read it.
    Published: "published",
    /// Strangers get 404.
    Draft: "draft",
    /// It is given up: strangers get 410 and a notice.
    Archived: "archived",
    /// It is worked on: strangers get 503 and a notice.
    Maintenance: "maintenance",
}

impl SiteStatus {
    /// Whether others than its team find it: a site that is read, and one that says it is worked on.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Published | Self::Maintenance)
    }
}

stored_names! {
    /// What the provider of a payment method said of its keys. Source: `docs/membership.md`.
    MethodProblem
    /// It does not accept them.
    KeysRefused: "keysRefused",
    /// They may not read disputes.
    DisputesRefused: "disputesRefused",
    /// What it says is not signed by the key that is set as its own.
    ForeignKey: "foreignKey",
    /// It could not be reached when they were saved.
    ProviderUnavailable: "providerUnavailable",
}

stored_names! {
    /// Why a hook refused a notification. Source: `docs/membership.md`.
    RefusedReason
    /// It names a key that is not set, or none.
    Serial: "serial",
    /// It is not signed by the key that is set.
    Signature: "signature",
}

stored_names! {
    /// How an order is paid. Source: `docs/membership.md`.
    PaymentMethod
    /// By the creator's own code, confirmed by hand.
    Manual: "manual",
    /// Stripe Checkout.
    Stripe: "stripe",
    /// WeChat Pay.
    WechatPay: "wechatPay",
    /// Alipay.
    Alipay: "alipay",
    /// Not at all: a coupon leaves nothing to pay.
    Free: "free",
}

/// A method that is set up, as a path names it: any but `free`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodName(pub PaymentMethod);

impl FromStr for MethodName {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match PaymentMethod::parse(text) {
            None | Some(PaymentMethod::Free) => Err(()),
            Some(method) => Ok(Self(method)),
        }
    }
}
