//! The templates of mails and short messages, in two languages.

use chrono::NaiveDate;
use diesel::result::Error::RollbackTransaction;
use diesel::{Connection as _, PgConnection};
use uuid::Uuid;

use super::html::{self, Letterhead};
use super::{queries, sender, words};
use crate::access::Plan;
use crate::domain::{Identifier, IdentityType, SiteId, stored_names};
use crate::error::AppError;
use crate::jobs;
use crate::language::Language;

/// The recipient of a mail.
#[derive(Clone, Debug)]
pub struct Recipient {
    /// The address or number.
    pub identifier: Identifier,
    /// The language to write in.
    pub language: Language,
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

/// A template with its values.
#[derive(Clone, Debug)]
pub enum MailTemplate {
    /// A verification code.
    Code {
        /// Six digits.
        code: String,
        /// Minutes for which it is good.
        minutes: i64,
    },
    /// Somebody tried to register with an address that has an account.
    AlreadyRegistered {
        /// Where to log in.
        login_url: String,
        /// Where to set another password.
        reset_url: String,
    },
    /// The password was changed.
    PasswordChanged {
        /// Where to set another password.
        reset_url: String,
    },
    /// The account got another address or number.
    IdentifierChanged {
        /// The new one, its middle hidden.
        masked: String,
        /// Where to set another password.
        reset_url: String,
    },
    /// The account will be deleted.
    DeletionScheduled {
        /// The day.
        day: NaiveDate,
        /// Where to take it back.
        profile_url: String,
    },
    /// A team has a plan now, or another one.
    PlanActivated {
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
    PlanEnding {
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
    PlanEnded {
        /// The name of the team.
        team: String,
        /// The last day on which its sites are read.
        read_until: NaiveDate,
        /// Where plans are explained.
        url: String,
    },
    /// Published sites are read for a few days more only, because the plan of their team has ended.
    SiteClosing {
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
    SiteUnpublished {
        /// The name of the site.
        site: String,
        /// Where it is set up.
        url: String,
    },
    /// A team was suspended by the platform.
    TeamSuspended {
        /// The name of the team.
        team: String,
        /// Why.
        reason: String,
    },
    /// The record that proves a domain is not there any more, and later: the domain does not lead to the site any more.
    DomainLost {
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
    VisitorCode {
        /// The site.
        site: MailSite,
        /// Six digits.
        code: String,
        /// Minutes for which it is good.
        minutes: i64,
    },
    /// The password of an account of a site was set or changed.
    VisitorPasswordChanged {
        /// The site.
        site: MailSite,
    },
    /// An order is paid; for who bought.
    OrderReceipt {
        /// The site.
        site: MailSite,
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
    OrderPaid {
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
    OrderToConfirm {
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
    OrderRejected {
        /// The site.
        site: MailSite,
        /// The number of the order.
        number: String,
        /// What the creator wrote.
        reason: String,
    },
    /// An order was refunded, or a part of it.
    OrderRefunded {
        /// The site.
        site: MailSite,
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
    MembershipGranted {
        /// The site.
        site: MailSite,
        /// What was given.
        package: String,
        /// When the membership ends.
        end: MembershipEnd,
    },
    /// A membership was taken back by the creator.
    MembershipRevoked {
        /// The site.
        site: MailSite,
        /// When what is left of the membership ends.
        end: MembershipEnd,
    },
    /// A membership ends soon.
    MembershipEnding {
        /// The site.
        site: MailSite,
        /// The day.
        ends_on: NaiveDate,
        /// Days until then: 0 today, 1 tomorrow.
        n_days: i64,
        /// Where such mails are switched off, without a login.
        unsubscribe_url: String,
    },
    /// Somebody subscribed to the newsletter of a site with this address.
    NewsletterConfirmation {
        /// The site.
        site: MailSite,
        /// Where to confirm.
        url: String,
        /// Days for which it is good.
        days: i64,
    },
    /// The address is subscribed to the newsletter of a site.
    NewsletterWelcome {
        /// The site.
        site: MailSite,
        /// Where to unsubscribe.
        url: String,
    },
    /// An invitation to a team.
    Invitation {
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

stored_names! {
    /// The name of a template, as it is stored and sent.
    TemplateName
    /// A verification code.
    Code: "code",
    /// An address that has an account was used to register.
    AlreadyRegistered: "alreadyRegistered",
    /// The password was changed.
    PasswordChanged: "passwordChanged",
    /// The account got another address or number.
    IdentifierChanged: "identifierChanged",
    /// The account will be deleted.
    DeletionScheduled: "deletionScheduled",
    /// A team has a plan.
    PlanActivated: "planActivated",
    /// The plan of a team ends soon.
    PlanEnding: "planEnding",
    /// The plan of a team has ended.
    PlanEnded: "planEnded",
    /// Sites are read for a few days more only.
    SiteClosing: "siteClosing",
    /// A site is not published any more.
    SiteUnpublished: "siteUnpublished",
    /// A team was suspended.
    TeamSuspended: "teamSuspended",
    /// The record of a domain is gone.
    DomainLost: "domainLost",
    /// A verification code for an account of a site.
    VisitorCode: "visitorCode",
    /// The password of an account of a site was set or changed.
    VisitorPasswordChanged: "visitorPasswordChanged",
    /// An order is paid; for who bought.
    OrderReceipt: "orderReceipt",
    /// An order is paid; for those who sell.
    OrderPaid: "orderPaid",
    /// An order is to be confirmed.
    OrderToConfirm: "orderToConfirm",
    /// The money for an order was not found.
    OrderRejected: "orderRejected",
    /// An order was refunded, or a part of it.
    OrderRefunded: "orderRefunded",
    /// A membership was given.
    MembershipGranted: "membershipGranted",
    /// A membership was taken back.
    MembershipRevoked: "membershipRevoked",
    /// A membership ends soon.
    MembershipEnding: "membershipEnding",
    /// A subscription to a newsletter is to be confirmed.
    NewsletterConfirmation: "newsletterConfirmation",
    /// An address is subscribed to a newsletter.
    NewsletterWelcome: "newsletterWelcome",
    /// An invitation to a team.
    Invitation: "invitation",
}

impl TemplateName {
    /// Those that hold a code.
    pub const CODES: [Self; 2] = [Self::Code, Self::VisitorCode];
}

impl MailTemplate {
    /// The name that is stored.
    pub fn template(&self) -> TemplateName {
        match self {
            Self::Code { .. } => TemplateName::Code,
            Self::AlreadyRegistered { .. } => TemplateName::AlreadyRegistered,
            Self::PasswordChanged { .. } => TemplateName::PasswordChanged,
            Self::IdentifierChanged { .. } => TemplateName::IdentifierChanged,
            Self::DeletionScheduled { .. } => TemplateName::DeletionScheduled,
            Self::PlanActivated { .. } => TemplateName::PlanActivated,
            Self::PlanEnding { .. } => TemplateName::PlanEnding,
            Self::PlanEnded { .. } => TemplateName::PlanEnded,
            Self::SiteClosing { .. } => TemplateName::SiteClosing,
            Self::SiteUnpublished { .. } => TemplateName::SiteUnpublished,
            Self::TeamSuspended { .. } => TemplateName::TeamSuspended,
            Self::DomainLost { .. } => TemplateName::DomainLost,
            Self::VisitorCode { .. } => TemplateName::VisitorCode,
            Self::VisitorPasswordChanged { .. } => TemplateName::VisitorPasswordChanged,
            Self::OrderReceipt { .. } => TemplateName::OrderReceipt,
            Self::OrderPaid { .. } => TemplateName::OrderPaid,
            Self::OrderToConfirm { .. } => TemplateName::OrderToConfirm,
            Self::OrderRejected { .. } => TemplateName::OrderRejected,
            Self::OrderRefunded { .. } => TemplateName::OrderRefunded,
            Self::MembershipGranted { .. } => TemplateName::MembershipGranted,
            Self::MembershipRevoked { .. } => TemplateName::MembershipRevoked,
            Self::MembershipEnding { .. } => TemplateName::MembershipEnding,
            Self::NewsletterConfirmation { .. } => TemplateName::NewsletterConfirmation,
            Self::NewsletterWelcome { .. } => TemplateName::NewsletterWelcome,
            Self::Invitation { .. } => TemplateName::Invitation,
        }
    }

    /// Where who gets it wants no more of its kind; empty for mails that answer to something.
    fn unsubscribe_url(&self) -> &str {
        match self {
            Self::MembershipEnding { unsubscribe_url, .. } => unsubscribe_url,
            _ => "",
        }
    }

    /// The site in whose name it is written; none for mails of the platform.
    fn site(&self) -> Option<&MailSite> {
        match self {
            Self::VisitorCode { site, .. }
            | Self::VisitorPasswordChanged { site }
            | Self::OrderReceipt { site, .. }
            | Self::OrderRejected { site, .. }
            | Self::OrderRefunded { site, .. }
            | Self::MembershipGranted { site, .. }
            | Self::MembershipRevoked { site, .. }
            | Self::MembershipEnding { site, .. }
            | Self::NewsletterConfirmation { site, .. }
            | Self::NewsletterWelcome { site, .. } => Some(site),
            Self::Code { .. }
            | Self::AlreadyRegistered { .. }
            | Self::PasswordChanged { .. }
            | Self::IdentifierChanged { .. }
            | Self::DeletionScheduled { .. }
            | Self::PlanActivated { .. }
            | Self::PlanEnding { .. }
            | Self::PlanEnded { .. }
            | Self::SiteClosing { .. }
            | Self::SiteUnpublished { .. }
            | Self::TeamSuspended { .. }
            | Self::DomainLost { .. }
            | Self::OrderPaid { .. }
            | Self::OrderToConfirm { .. }
            | Self::Invitation { .. } => None,
        }
    }

    /// Puts it into the outbox; a job sends it after the transaction has been committed.
    pub fn enqueue(&self, connection: &mut PgConnection, recipient: &Recipient) -> Result<(), AppError> {
        let written = self.written(recipient);
        let (id, template) = (Uuid::now_v7(), self.template().as_str());
        let mail = queries::NewMail {
            channel: written.channel,
            recipient: recipient.identifier.as_str(),
            template,
            subject: &written.subject,
            body: &written.text,
            html: &written.html,
            sender_name: &written.sender_name,
            reply_to: &written.reply_to,
            unsubscribe_url: &written.unsubscribe_url,
            site_id: self.site().map(|site| site.id),
        };
        queries::insert_mail(connection, id, mail)?;
        jobs::enqueue(connection, &sender::job_of(template, id))
    }

    /// The words for a recipient. A short message has no HTML.
    pub(super) fn written(&self, recipient: &Recipient) -> Written {
        let (language, site) = (recipient.language, self.site());
        let content = self.content(language);
        let text = content.text(language);
        let (channel, text, html) = match recipient.identifier.kind() {
            IdentityType::Phone => ("sms", text, String::new()),
            IdentityType::Email => {
                let foot = match site {
                    Some(site) => words::foot_of(site, language),
                    None => words::foot(language).to_owned(),
                };
                let head = Letterhead {
                    name: site.map_or_else(|| words::brand(language), |site| &site.name),
                    url: site.map(|site| site.address.as_str()),
                    foot: &foot,
                };
                let html = html::document(&content, &head, language);
                ("email", format!("{text}\n\n{foot}"), html)
            }
        };
        Written {
            channel,
            subject: content.subject,
            text,
            html,
            sender_name: site.map_or_else(String::new, |site| words::sender_of(site, language)),
            reply_to: site.map_or_else(String::new, |site| site.contact_email.clone()),
            unsubscribe_url: self.unsubscribe_url().to_owned(),
        }
    }

    /// Does the work of [`Self::enqueue`] and takes it back: the time of an answer does not tell whether a mail was sent.
    pub fn enqueue_and_discard(
        &self,
        connection: &mut PgConnection,
        recipient: &Recipient,
    ) -> Result<(), AppError> {
        let mut enqueued = Ok(());
        let discarded = connection.transaction(|connection| {
            enqueued = self.enqueue(connection, recipient);
            Err::<(), _>(RollbackTransaction)
        });
        match discarded {
            Err(RollbackTransaction) | Ok(()) => enqueued,
            Err(error) => Err(error.into()),
        }
    }
}

/// A mail or a short message in the words of its recipient.
#[derive(Debug)]
pub(super) struct Written {
    pub channel: &'static str,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub sender_name: String,
    pub reply_to: String,
    pub unsubscribe_url: String,
}
