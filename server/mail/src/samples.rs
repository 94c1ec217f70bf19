//! One mail of each kind, with names that are hard to write down.

use chrono::{Days, NaiveDate};
use moyan_domain::{Plan, SiteId};
use uuid::Uuid;

use super::{MailSite, MailTemplate, MembershipEnd};

/// The site in whose name readers are written to.
pub fn site() -> MailSite {
    MailSite {
        id: SiteId(Uuid::nil()),
        name: "小满的《节气》手帐 & Co. =?".to_owned(),
        address: "https://xiaoman.example.com/".to_owned(),
        contact_email: "xiaoman@example.com".to_owned(),
    }
}

/// All kinds.
pub fn all() -> Vec<MailTemplate> {
    let (team, name) = ("青禾的空间".to_owned(), "小满的节气手帐".to_owned());
    let url = "https://moyan.example.com/team/1/sites?a=1&b=2".to_owned();
    let (package, number, amount) = (
        "年度会员 <进阶>".to_owned(),
        "MY20261129ABCD".to_owned(),
        "¥99".to_owned(),
    );
    let reader = "reader@example.com".to_owned();
    let day = NaiveDate::from_ymd_opt(2027, 11, 29).unwrap();
    vec![
        MailTemplate::Code {
            code: "012345".to_owned(),
            minutes: 10,
        },
        MailTemplate::AlreadyRegistered {
            login_url: url.clone(),
            reset_url: url.clone(),
        },
        MailTemplate::PasswordChanged {
            reset_url: url.clone(),
        },
        MailTemplate::IdentifierChanged {
            masked: "l***@example.com".to_owned(),
            reset_url: url.clone(),
        },
        MailTemplate::DeletionScheduled {
            day,
            profile_url: url.clone(),
        },
        MailTemplate::PlanActivated {
            team: team.clone(),
            plan: Plan::Professional,
            ends_on: Some(day),
            url: url.clone(),
        },
        MailTemplate::PlanEnding {
            team: team.clone(),
            plan: Plan::Professional,
            ends_on: day,
            n_days: 7,
            read_until: day,
            url: url.clone(),
        },
        MailTemplate::PlanEnded {
            team: team.clone(),
            read_until: day,
            url: url.clone(),
        },
        MailTemplate::SiteClosing {
            sites: vec![name.clone()],
            closes_on: day,
            n_days: 7,
            url: url.clone(),
        },
        MailTemplate::SiteClosing {
            sites: vec![name.clone(), "山行 & 茶".to_owned()],
            closes_on: day,
            n_days: 1,
            url: url.clone(),
        },
        MailTemplate::SiteUnpublished {
            site: name.clone(),
            url: url.clone(),
        },
        MailTemplate::TeamSuspended {
            team,
            reason: "a < b".to_owned(),
        },
        MailTemplate::DomainLost {
            site: name.clone(),
            host: "learn.example.com".to_owned(),
            is_over: false,
            url: url.clone(),
        },
        MailTemplate::DomainLost {
            site: name.clone(),
            host: "learn.example.com".to_owned(),
            is_over: true,
            url: url.clone(),
        },
        MailTemplate::VisitorCode {
            site: site(),
            code: "678901".to_owned(),
            minutes: 10,
        },
        MailTemplate::VisitorPasswordChanged { site: site() },
        MailTemplate::OrderReceipt {
            site: site(),
            package: package.clone(),
            number: number.clone(),
            amount: amount.clone(),
            end: MembershipEnd::On(day),
        },
        MailTemplate::OrderPaid {
            site: name.clone(),
            package: package.clone(),
            number: number.clone(),
            amount: amount.clone(),
            reader: reader.clone(),
            nickname: "阿青 <a>".to_owned(),
            url: url.clone(),
        },
        MailTemplate::OrderToConfirm {
            site: name,
            package: package.clone(),
            number: number.clone(),
            amount: amount.clone(),
            reader,
            nickname: String::new(),
            note: "尾号 8821".to_owned(),
            url: url.clone(),
        },
        MailTemplate::OrderRejected {
            site: site(),
            number: number.clone(),
            reason: "没有查到".to_owned(),
        },
        MailTemplate::OrderRefunded {
            site: site(),
            number: number.clone(),
            amount: amount.clone(),
            is_outside: false,
            reason: String::new(),
            end: MembershipEnd::Over,
        },
        MailTemplate::OrderRefunded {
            site: site(),
            number,
            amount,
            is_outside: true,
            reason: "多付了 <1>".to_owned(),
            end: MembershipEnd::Over,
        },
        MailTemplate::MembershipGranted {
            site: site(),
            package,
            end: MembershipEnd::Never,
        },
        MailTemplate::MembershipRevoked {
            site: site(),
            end: MembershipEnd::Over,
        },
        MailTemplate::MembershipRevoked {
            site: site(),
            end: MembershipEnd::On(day),
        },
        MailTemplate::MembershipRevoked {
            site: site(),
            end: MembershipEnd::Grace {
                ended_on: day,
                read_until: day + Days::new(3),
            },
        },
        MailTemplate::MembershipEnding {
            site: site(),
            ends_on: day,
            n_days: 0,
            unsubscribe_url: url.clone(),
        },
        MailTemplate::NewsletterConfirmation {
            site: site(),
            url: url.clone(),
            days: 7,
        },
        MailTemplate::NewsletterWelcome {
            site: site(),
            url: url.clone(),
        },
        MailTemplate::Invitation {
            team: "青禾".to_owned(),
            inviter: "阿青".to_owned(),
            url,
            days: 7,
        },
    ]
}
