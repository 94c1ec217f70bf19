//! Every kind of mail and short message: one table. What each says stands in `words`, one file a language.

use chrono::NaiveDate;
use moyan_domain::{Plan, SiteId, sent_names};

/// Makes the enums out of the table: a kind, the name that is stored, whether a site writes it (`of site`), its values.
macro_rules! mails {
    ($(
        $(#[doc = $about:literal])+
        $name:ident: $stored:literal $(of $site:ident)? { $($(#[doc = $doc:literal])+ $field:ident: $kind:ty,)* },
    )+) => {
        /// A kind of mail with its values.
        #[derive(Clone, Debug)]
        pub enum MailTemplate {
            $(
                $(#[doc = $about])+
                $name {
                    $(
                        /// The site.
                        $site: MailSite,
                    )?
                    $($(#[doc = $doc])+ $field: $kind,)*
                },
            )+
        }

        sent_names! {
            /// The kind of a mail.
            TemplateName
            $($(#[doc = $about])+ $name: $stored,)+
        }

        impl MailTemplate {
            /// Its kind.
            pub fn template(&self) -> TemplateName {
                match self {
                    $(Self::$name { .. } => TemplateName::$name,)+
                }
            }

            /// The site in whose name it is written; none for a mail of the platform.
            pub fn site(&self) -> Option<&MailSite> {
                match self {
                    $(Self::$name { $($site,)? .. } => site_of!($($site)?),)+
                }
            }
        }
    };
}

macro_rules! site_of {
    () => {
        None
    };
    ($site:ident) => {
        Some($site)
    };
}

/// A site in whose name its readers are written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSite {
    /// Its ID.
    pub id: SiteId,
    /// Its name, which mail programs show as the sender beside that of the platform.
    pub name: String,
    /// Where it is read; ends with `/`.
    pub address: String,
    /// Where answers go; empty when the creator has named no address.
    pub contact_email: String,
}

/// When a membership ends, as readers are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MembershipEnd {
    /// The last day, in the site's time zone.
    On(NaiveDate),
    /// It never ends.
    Never,
    /// It ended, and holds for some days more.
    Grace {
        /// The last day, in the site's time zone.
        ended_on: NaiveDate,
        /// The last day on which members' texts are read.
        read_until: NaiveDate,
    },
    /// It holds no more.
    Over,
}

mails! {
    /// A verification code.
    Code: "code" {
        /// Six digits.
        code: String,
        /// Minutes for which it is good.
        minutes: i64,
    },
    /// Somebody tried to register with an address that has an account.
    AlreadyRegistered: "alreadyRegistered" {
        /// Where to log in.
        login_url: String,
        /// Where to set another password.
        reset_url: String,
    },
    /// The password was changed.
    PasswordChanged: "passwordChanged" {
        /// Where to set another password.
        reset_url: String,
    },
    /// The account got another address or number.
    IdentifierChanged: "identifierChanged" {
        /// The new one, its middle hidden.
        masked: String,
        /// Where to set another password.
        reset_url: String,
    },
    /// The account will be deleted.
    DeletionScheduled: "deletionScheduled" {
        /// The day.
        day: NaiveDate,
        /// Where to take it back.
        profile_url: String,
    },
    /// A team has a plan now, or another one.
    PlanActivated: "planActivated" {
        /// The name of the team.
        team: String,
        /// The plan.
        plan: Plan,
        /// The last day; none when it does not end.
        ends_on: Option<NaiveDate>,
        /// Where the sites of the team are.
        url: String,
    },
    /// The plan of a team ends soon.
    PlanEnding: "planEnding" {
        /// The name of the team.
        team: String,
        /// The plan.
        plan: Plan,
        /// The last day.
        ends_on: NaiveDate,
        /// Days until then.
        n_days: i64,
        /// The last day on which its sites are read.
        read_until: NaiveDate,
        /// Where plans are explained.
        url: String,
    },
    /// The plan of a team has ended.
    PlanEnded: "planEnded" {
        /// The name of the team.
        team: String,
        /// The last day on which its sites are read.
        read_until: NaiveDate,
        /// Where plans are explained.
        url: String,
    },
    /// Published sites are read for a few days more only, because the plan of their team has ended.
    SiteClosing: "siteClosing" {
        /// The names of the sites, one at least.
        sites: Vec<String>,
        /// The day from which they are not read any more.
        closes_on: NaiveDate,
        /// Days until then.
        n_days: i64,
        /// Where plans are explained.
        url: String,
    },
    /// A site is not published any more, because its team has no plan with sites.
    SiteUnpublished: "siteUnpublished" {
        /// The name of the site.
        site: String,
        /// Where it is set up.
        url: String,
    },
    /// A team was suspended by the platform.
    TeamSuspended: "teamSuspended" {
        /// The name of the team.
        team: String,
        /// Why.
        reason: String,
    },
    /// The record that proves a domain is not there any more, and later: the domain does not lead to the site any more.
    DomainLost: "domainLost" {
        /// The name of the site.
        site: String,
        /// The domain.
        host: String,
        /// Whether the domain does not lead to the site any more.
        is_over: bool,
        /// Where the records stand.
        url: String,
    },
    /// A verification code for an account of a site.
    VisitorCode: "visitorCode" of site {
        /// Six digits.
        code: String,
        /// Minutes for which it is good.
        minutes: i64,
    },
    /// The password of an account of a site was set or changed.
    VisitorPasswordChanged: "visitorPasswordChanged" of site {},
    /// An order is paid; for who bought.
    OrderReceipt: "orderReceipt" of site {
        /// What was bought.
        package: String,
        /// The number of the order.
        number: String,
        /// What was paid, with its sign: `¥99`.
        amount: String,
        /// When the membership ends.
        end: MembershipEnd,
    },
    /// An order is paid; for those who sell.
    OrderPaid: "orderPaid" {
        /// The name of the site.
        site: String,
        /// What was bought.
        package: String,
        /// The number of the order.
        number: String,
        /// What was paid, with its sign: `¥99`.
        amount: String,
        /// The address or number of who bought.
        reader: String,
        /// What they are called; may be empty.
        nickname: String,
        /// Where the order is.
        url: String,
    },
    /// A visitor says that an order was paid by hand.
    OrderToConfirm: "orderToConfirm" {
        /// The name of the site.
        site: String,
        /// What was ordered.
        package: String,
        /// The number of the order.
        number: String,
        /// What is to be paid, with its sign: `¥99`.
        amount: String,
        /// The address or number of who ordered.
        reader: String,
        /// What they are called; may be empty.
        nickname: String,
        /// What they wrote about the payment; may be empty.
        note: String,
        /// Where to confirm it.
        url: String,
    },
    /// The money for an order was not found.
    OrderRejected: "orderRejected" of site {
        /// The number of the order.
        number: String,
        /// What the creator wrote.
        reason: String,
    },
    /// An order was refunded, or a part of it.
    OrderRefunded: "orderRefunded" of site {
        /// The number of the order.
        number: String,
        /// The amount, with its sign: `¥99`.
        amount: String,
        /// Whether the creator sent it back by hand; else the provider does, the way it came.
        is_outside: bool,
        /// What the creator wrote; empty when nobody did.
        reason: String,
        /// When the membership ends now.
        end: MembershipEnd,
    },
    /// A membership was given, or redeemed with a code.
    MembershipGranted: "membershipGranted" of site {
        /// What was given.
        package: String,
        /// When the membership ends.
        end: MembershipEnd,
    },
    /// A membership was taken back by the creator.
    MembershipRevoked: "membershipRevoked" of site {
        /// When what is left of the membership ends.
        end: MembershipEnd,
    },
    /// A membership ends soon.
    MembershipEnding: "membershipEnding" of site {
        /// The day.
        ends_on: NaiveDate,
        /// Days until then: 0 today, 1 tomorrow.
        n_days: i64,
        /// Where such mails are switched off, without a login.
        unsubscribe_url: String,
    },
    /// Somebody subscribed to the newsletter of a site with this address.
    NewsletterConfirmation: "newsletterConfirmation" of site {
        /// Where to confirm.
        url: String,
        /// Days for which it is good.
        days: i64,
    },
    /// The address is subscribed to the newsletter of a site.
    NewsletterWelcome: "newsletterWelcome" of site {
        /// Where to unsubscribe.
        url: String,
    },
    /// An invitation to a team.
    Invitation: "invitation" {
        /// The team's name.
        team: String,
        /// Who invites.
        inviter: String,
        /// Where to accept.
        url: String,
        /// Days for which it is good.
        days: i64,
    },
}

impl TemplateName {
    /// Those that hold a code, for which somebody waits.
    pub const CODES: [Self; 2] = [Self::Code, Self::VisitorCode];
}

impl MailTemplate {
    /// Where a mail program unsubscribes; empty for mails that cannot be switched off.
    pub fn unsubscribe_url(&self) -> &str {
        match self {
            Self::MembershipEnding { unsubscribe_url, .. } => unsubscribe_url,
            _ => "",
        }
    }
}
