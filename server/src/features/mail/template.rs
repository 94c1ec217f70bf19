//! The templates of mails and short messages, in two languages.

use diesel::result::Error::RollbackTransaction;
use diesel::{Connection as _, PgConnection};
use uuid::Uuid;

use super::{queries, sender};
use crate::domain::{Identifier, IdentityType, stored_names};
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
    },
    /// The password was changed.
    PasswordChanged,
    /// The account got another address or number.
    IdentifierChanged {
        /// The new one, its middle hidden.
        masked: String,
    },
    /// The account will be deleted.
    DeletionScheduled {
        /// The day.
        day: String,
    },
    /// A site is not published any more, because the plan of its team ended.
    SiteUnpublished {
        /// The name of the site.
        site: String,
    },
    /// A verification code for an account of a site.
    VisitorCode {
        /// The name of the site.
        site: String,
        /// Six digits.
        code: String,
        /// Minutes for which it is good.
        minutes: i64,
    },
    /// The password of an account of a site was set or changed.
    VisitorPasswordChanged {
        /// The name of the site.
        site: String,
    },
    /// An order is paid.
    OrderReceipt {
        /// The name of the site.
        site: String,
        /// What was bought.
        package: String,
        /// The number of the order.
        number: String,
        /// What was paid, with its sign: `¥99`.
        amount: String,
        /// The last day of the membership; none when it holds for ever.
        ends_on: Option<String>,
    },
    /// A visitor says that an order was paid by hand.
    OrderToConfirm {
        /// The name of the site.
        site: String,
        /// The number of the order.
        number: String,
        /// What is to be paid, with its sign: `¥99`.
        amount: String,
        /// Where to confirm it.
        url: String,
    },
    /// The money for an order was not found.
    OrderRejected {
        /// The name of the site.
        site: String,
        /// The number of the order.
        number: String,
        /// What the creator wrote.
        reason: String,
    },
    /// An order was refunded, or a part of it.
    OrderRefunded {
        /// The name of the site.
        site: String,
        /// The number of the order.
        number: String,
        /// The amount, with its sign: `¥99`.
        amount: String,
    },
    /// A membership ends soon.
    MembershipEnding {
        /// The name of the site.
        site: String,
        /// The day.
        ends_on: String,
        /// Days until then: 0 today, 1 tomorrow.
        n_days: i64,
        /// Where to buy again.
        renew_url: String,
        /// Where such mails are switched off, without a login.
        unsubscribe_url: String,
    },
    /// Somebody subscribed to the newsletter of a site with this address.
    NewsletterConfirmation {
        /// The name of the site.
        site: String,
        /// Where to confirm.
        url: String,
        /// Days for which it is good.
        days: i64,
    },
    /// The address is subscribed to the newsletter of a site.
    NewsletterWelcome {
        /// The name of the site.
        site: String,
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
    /// A site is not published any more.
    SiteUnpublished: "siteUnpublished",
    /// A verification code for an account of a site.
    VisitorCode: "visitorCode",
    /// The password of an account of a site was set or changed.
    VisitorPasswordChanged: "visitorPasswordChanged",
    /// An order is paid.
    OrderReceipt: "orderReceipt",
    /// An order is to be confirmed.
    OrderToConfirm: "orderToConfirm",
    /// The money for an order was not found.
    OrderRejected: "orderRejected",
    /// An order was refunded, or a part of it.
    OrderRefunded: "orderRefunded",
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
            Self::PasswordChanged => TemplateName::PasswordChanged,
            Self::IdentifierChanged { .. } => TemplateName::IdentifierChanged,
            Self::DeletionScheduled { .. } => TemplateName::DeletionScheduled,
            Self::SiteUnpublished { .. } => TemplateName::SiteUnpublished,
            Self::VisitorCode { .. } => TemplateName::VisitorCode,
            Self::VisitorPasswordChanged { .. } => TemplateName::VisitorPasswordChanged,
            Self::OrderReceipt { .. } => TemplateName::OrderReceipt,
            Self::OrderToConfirm { .. } => TemplateName::OrderToConfirm,
            Self::OrderRejected { .. } => TemplateName::OrderRejected,
            Self::OrderRefunded { .. } => TemplateName::OrderRefunded,
            Self::MembershipEnding { .. } => TemplateName::MembershipEnding,
            Self::NewsletterConfirmation { .. } => TemplateName::NewsletterConfirmation,
            Self::NewsletterWelcome { .. } => TemplateName::NewsletterWelcome,
            Self::Invitation { .. } => TemplateName::Invitation,
        }
    }

    /// Subject and text. A short message uses the text only.
    pub fn text(&self, language: Language) -> (String, String) {
        match language {
            Language::ZhCn => self.chinese(),
            Language::En => self.english(),
        }
    }

    fn chinese(&self) -> (String, String) {
        match self {
            Self::Code { code, minutes } => (
                format!("{code} 是你的墨砚验证码"),
                format!(
                    "你的墨砚验证码是 {code}，{minutes} 分钟内有效。请勿告诉他人；如果不是你本人操作，忽略即可。"
                ),
            ),
            Self::AlreadyRegistered { login_url } => (
                "你已有墨砚账号".to_owned(),
                format!(
                    "有人用这个地址注册墨砚，而你已有账号，可直接登录或重置密码：{login_url}\n\n如果不是你本人操作，忽略即可。"
                ),
            ),
            Self::PasswordChanged => (
                "你的墨砚密码已修改".to_owned(),
                "你的墨砚账号密码刚刚被修改，其他设备已退出登录。如果不是你本人操作，请立即重置密码。"
                    .to_owned(),
            ),
            Self::IdentifierChanged { masked } => (
                "你的墨砚账号信息已变更".to_owned(),
                format!("你的墨砚账号已改用 {masked}。如果不是你本人操作，请立即重置密码并联系我们。"),
            ),
            Self::DeletionScheduled { day } => (
                "你的墨砚账号将被注销".to_owned(),
                format!(
                    "你的墨砚账号将于 {day} 注销，届时账号和内容会被删除，订单记录留存备查。在此之前登录并取消即可保留账号。"
                ),
            ),
            Self::SiteUnpublished { site } => (
                format!("网站“{site}”已停止发布"),
                format!(
                    "你的团队套餐已到期，网站“{site}”已停止对外发布。内容和设置都完整保留，续订后可以随时重新发布。"
                ),
            ),
            Self::VisitorCode { site, code, minutes } => (
                format!("{code} 是你在“{site}”的验证码"),
                format!(
                    "你在“{site}”的验证码是 {code}，{minutes} 分钟内有效。请勿告诉他人；如果不是你本人操作，忽略即可。"
                ),
            ),
            Self::VisitorPasswordChanged { site } => (
                format!("你在“{site}”的密码已设置"),
                format!(
                    "你在“{site}”的账号刚刚设置了新密码，其他设备已退出登录。如果不是你本人操作，请立即用验证码登录，重新设置密码。"
                ),
            ),
            Self::OrderReceipt {
                site,
                package,
                number,
                amount,
                ends_on,
            } => (
                format!("“{site}”会员购买成功"),
                match ends_on {
                    Some(day) => format!(
                        "感谢购买“{site}”的“{package}”。订单号 {number}，实付 {amount}，会员有效期至 {day}。"
                    ),
                    None => format!(
                        "感谢购买“{site}”的“{package}”。订单号 {number}，实付 {amount}，会员终身有效。"
                    ),
                },
            ),
            Self::OrderToConfirm {
                site,
                number,
                amount,
                url,
            } => (
                format!("“{site}”有一笔订单待确认"),
                format!("读者表示已支付“{site}”的订单 {number}，应收 {amount}。请核对到账后确认：\n\n{url}"),
            ),
            Self::OrderRejected { site, number, reason } => (
                format!("“{site}”未查到你的付款"),
                format!(
                    "“{site}”未查到订单 {number} 的款项：{reason}\n\n如果你已付款，请在订单页补充付款信息，我们会再次核对。"
                ),
            ),
            Self::OrderRefunded { site, number, amount } => (
                format!("“{site}”已退款"),
                format!("“{site}”的订单 {number} 已退款 {amount}。"),
            ),
            Self::MembershipEnding {
                site,
                ends_on,
                n_days,
                renew_url,
                unsubscribe_url,
            } => {
                let when = match n_days {
                    0 => "今天".to_owned(),
                    1 => "明天".to_owned(),
                    n_days => format!("{n_days} 天后"),
                };
                (
                    format!("“{site}”会员：{when}到期"),
                    format!(
                        "你在“{site}”的会员将于 {ends_on}（{when}）到期。现在续费，有效期会从到期日接着计算：\n\n{renew_url}\n\n不想再收到到期提醒，可以在这里关闭：{unsubscribe_url}"
                    ),
                )
            }
            Self::NewsletterConfirmation { site, url, days } => (
                format!("请确认订阅“{site}”"),
                format!(
                    "有人用这个邮箱订阅“{site}”。如果是你本人，请打开链接确认：\n\n{url}\n\n链接 {days} 天内有效。如果不是你本人操作，忽略即可，你不会收到任何来信。"
                ),
            ),
            Self::NewsletterWelcome { site, url } => (
                format!("你已订阅“{site}”"),
                format!("你已订阅“{site}”，有新内容时会收到邮件。\n\n不想再收到时，随时可以退订：{url}"),
            ),
            Self::Invitation {
                team,
                inviter,
                url,
                days,
            } => (
                format!("{inviter} 邀请你加入“{team}”"),
                format!(
                    "{inviter} 邀请你加入墨砚团队“{team}”。打开链接并登录即可接受：\n\n{url}\n\n链接 {days} 天内有效，只能由收到本邮件的邮箱使用一次。"
                ),
            ),
        }
    }

    fn english(&self) -> (String, String) {
        match self {
            Self::Code { code, minutes } => (
                format!("{code} is your Moyan verification code"),
                format!(
                    "Your Moyan verification code is {code}. It is valid for {minutes} minutes. \
                     Do not share it. If you did not ask for it, ignore this message."
                ),
            ),
            Self::AlreadyRegistered { login_url } => (
                "You already have a Moyan account".to_owned(),
                format!(
                    "Somebody tried to register at Moyan with this address, which already has an account. \
                     You can log in or reset your password here: {login_url}\n\n\
                     If it was not you, ignore this message."
                ),
            ),
            Self::PasswordChanged => (
                "Your Moyan password was changed".to_owned(),
                "The password of your Moyan account was just changed and your other devices were logged out. \
                 If it was not you, reset your password at once."
                    .to_owned(),
            ),
            Self::IdentifierChanged { masked } => (
                "Your Moyan account was changed".to_owned(),
                format!(
                    "Your Moyan account now uses {masked}. \
                     If it was not you, reset your password at once and contact us."
                ),
            ),
            Self::DeletionScheduled { day } => (
                "Your Moyan account will be deleted".to_owned(),
                format!(
                    "Your Moyan account and its content will be deleted on {day}; orders are kept as records. \
                     Log in before that day and cancel to keep it."
                ),
            ),
            Self::SiteUnpublished { site } => (
                format!("Your site “{site}” is no longer published"),
                format!(
                    "The plan of your team has ended, so your site “{site}” is no longer published. \
                     Everything in it is kept, and you can publish it again once your team has a plan."
                ),
            ),
            Self::VisitorCode { site, code, minutes } => (
                format!("{code} is your verification code for {site}"),
                format!(
                    "Your verification code for {site} is {code}. It is valid for {minutes} minutes. \
                     Do not share it. If you did not ask for it, ignore this message."
                ),
            ),
            Self::VisitorPasswordChanged { site } => (
                format!("Your password for {site} was set"),
                format!(
                    "A new password was just set for your account on {site}, and your other devices were logged out. \
                     If it was not you, log in with a code and set another password at once."
                ),
            ),
            Self::OrderReceipt {
                site,
                package,
                number,
                amount,
                ends_on,
            } => (
                format!("Your membership to “{site}”"),
                match ends_on {
                    Some(day) => format!(
                        "Thank you for buying “{package}” on “{site}”. \
                         Your order {number} for {amount} is paid, and your membership is valid until {day}."
                    ),
                    None => format!(
                        "Thank you for buying “{package}” on “{site}”. \
                         Your order {number} for {amount} is paid, and your membership never ends."
                    ),
                },
            ),
            Self::OrderToConfirm {
                site,
                number,
                amount,
                url,
            } => (
                format!("An order on “{site}” needs your confirmation"),
                format!(
                    "A reader says that they have paid order {number} on “{site}”: {amount}. \
                     Please check that the money has arrived, and confirm it here:\n\n{url}"
                ),
            ),
            Self::OrderRejected { site, number, reason } => (
                format!("“{site}” did not find your payment"),
                format!(
                    "The payment for your order {number} on “{site}” was not found: {reason}\n\n\
                     If you did pay, please add the details on the order page, and we will check again."
                ),
            ),
            Self::OrderRefunded { site, number, amount } => (
                format!("A refund from “{site}”"),
                format!("{amount} of your order {number} on “{site}” has been refunded."),
            ),
            Self::MembershipEnding {
                site,
                ends_on,
                n_days,
                renew_url,
                unsubscribe_url,
            } => {
                let when = match n_days {
                    0 => "today".to_owned(),
                    1 => "tomorrow".to_owned(),
                    n_days => format!("in {n_days} days"),
                };
                (
                    format!("Your membership to “{site}” ends {when}"),
                    format!(
                        "Your membership to “{site}” ends on {ends_on}, {when}. \
                         If you renew now, the new period begins where this one ends:\n\n{renew_url}\n\n\
                         You can switch these reminders off here: {unsubscribe_url}"
                    ),
                )
            }
            Self::NewsletterConfirmation { site, url, days } => (
                format!("Please confirm your subscription to “{site}”"),
                format!(
                    "Somebody subscribed to “{site}” with this address. \
                     If it was you, please open this link to confirm:\n\n{url}\n\n\
                     It is valid for {days} days. If it was not you, ignore this message: nothing will be sent to you."
                ),
            ),
            Self::NewsletterWelcome { site, url } => (
                format!("You are subscribed to “{site}”"),
                format!(
                    "You are subscribed to “{site}” and will get an email when there is something new.\n\n\
                     You can unsubscribe at any time: {url}"
                ),
            ),
            Self::Invitation {
                team,
                inviter,
                url,
                days,
            } => (
                format!("{inviter} invites you to join “{team}”"),
                format!(
                    "{inviter} invites you to join the team “{team}” on Moyan. \
                     Open this link and log in to accept:\n\n{url}\n\n\
                     It is valid for {days} days and works once, for the address that received this mail."
                ),
            ),
        }
    }

    /// Where who gets it wants no more of its kind; empty for mails that answer to something.
    fn unsubscribe_url(&self) -> &str {
        match self {
            Self::MembershipEnding { unsubscribe_url, .. } => unsubscribe_url,
            _ => "",
        }
    }

    /// Puts it into the outbox; a job sends it after the transaction has been committed.
    pub fn enqueue(&self, connection: &mut PgConnection, recipient: &Recipient) -> Result<(), AppError> {
        let (subject, body) = self.text(recipient.language);
        let channel = match recipient.identifier.kind() {
            IdentityType::Email => "email",
            IdentityType::Phone => "sms",
        };
        let (id, template) = (Uuid::now_v7(), self.template().as_str());
        let mail = queries::NewMail {
            channel,
            recipient: recipient.identifier.as_str(),
            template,
            subject: &subject,
            body: &body,
            unsubscribe_url: self.unsubscribe_url(),
        };
        queries::insert_mail(connection, id, mail)?;
        jobs::enqueue(connection, &sender::job_of(template, id))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_stands_in_the_text_of_both_languages() {
        let mail = MailTemplate::Code {
            code: "012345".to_owned(),
            minutes: 10,
        };
        for language in [Language::ZhCn, Language::En] {
            let (subject, body) = mail.text(language);
            assert!(subject.contains("012345") && body.contains("012345") && body.contains("10"));
        }
    }
}
