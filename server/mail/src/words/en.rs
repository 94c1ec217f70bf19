//! The words of mails in English.

use chrono::NaiveDate;
use moyan_domain::{Language, Plan};

use super::{action, code_in, link, note, paragraph, reader_of};
use crate::{Block, MailTemplate, MembershipEnd};

pub fn words(mail: &MailTemplate) -> (String, Vec<Block>) {
    match mail {
        MailTemplate::Code { code, minutes } => (
            format!("{code} is your Moyan verification code"),
            vec![
                code_in(
                    format!("Your Moyan verification code is {code}. It is valid for {minutes} minutes."),
                    code,
                ),
                note("Do not share it. If you did not ask for it, ignore this message."),
            ],
        ),
        MailTemplate::AlreadyRegistered { login_url, reset_url } => (
            "You already have a Moyan account".to_owned(),
            vec![
                paragraph(
                    "Somebody tried to register at Moyan with this address. You already have an account: just log in.",
                ),
                action("Log in", login_url),
                link("Forgot your password? Reset it", reset_url),
                note("If it was not you, ignore this message."),
            ],
        ),
        MailTemplate::PasswordChanged { reset_url } => (
            "Your Moyan password was changed".to_owned(),
            vec![
                paragraph(
                    "The password of your Moyan account was just changed, and your other devices were logged out.",
                ),
                paragraph("If it was not you, reset your password at once."),
                action("Reset password", reset_url),
            ],
        ),
        MailTemplate::IdentifierChanged { masked, reset_url } => (
            "Your Moyan account was changed".to_owned(),
            vec![
                paragraph(format!("Your Moyan account now uses {masked}.")),
                paragraph("If it was not you, reset your password at once and contact us."),
                action("Reset password", reset_url),
            ],
        ),
        MailTemplate::DeletionScheduled { day, profile_url } => (
            "Your Moyan account will be deleted".to_owned(),
            vec![
                paragraph(format!(
                    "Your Moyan account and its content will be deleted on {}; orders are kept as records.",
                    written(*day)
                )),
                paragraph("To keep it, log in before that day and cancel the deletion."),
                action("Open account", profile_url),
            ],
        ),
        MailTemplate::PlanActivated {
            team,
            plan,
            ends_on,
            url,
        } => (
            format!("“{team}” is now on the {} plan", name_of(*plan)),
            vec![
                paragraph(match ends_on {
                    Some(day) => format!(
                        "The space “{team}” is now on the {} plan, until {}.",
                        name_of(*plan),
                        written(*day)
                    ),
                    None => format!("The space “{team}” is now on the {} plan.", name_of(*plan)),
                }),
                paragraph("You can create sites, use your own domain, and sell memberships."),
                action("Open the console", url),
            ],
        ),
        MailTemplate::PlanEnding {
            team,
            plan,
            ends_on,
            n_days,
            read_until,
            url,
        } => {
            let (when, plan) = (in_days(*n_days), name_of(*plan));
            (
                format!("The {plan} plan of “{team}” ends {when}"),
                vec![
                    paragraph(format!(
                        "The {plan} plan of the space “{team}” ends on {}, {when}.",
                        written(*ends_on)
                    )),
                    paragraph(format!(
                        "After that, nothing can be published or sold. Published sites stay readable until {}, \
                         for members too. All content and settings are kept.",
                        written(*read_until)
                    )),
                    action("Renew", url),
                ],
            )
        }
        MailTemplate::PlanEnded {
            team,
            read_until,
            url,
        } => (
            format!("The plan of “{team}” has ended"),
            vec![
                paragraph(format!(
                    "The plan of the space “{team}” has ended: nothing can be published or sold now. \
                     Published sites stay readable until {}, for members too.",
                    written(*read_until)
                )),
                paragraph("All content and settings are kept, and everything works again once you renew."),
                action("Renew", url),
            ],
        ),
        MailTemplate::SiteClosing {
            sites,
            closes_on,
            n_days,
            url,
        } => {
            let (when, closes_on) = (in_days(*n_days), written(*closes_on));
            let (subject, what) = match sites.as_slice() {
                [site] => (
                    format!("Your site “{site}” goes offline {when}"),
                    format!("your site “{site}” goes offline on {closes_on}, {when}"),
                ),
                sites => (
                    format!("{} of your sites go offline {when}", sites.len()),
                    format!("your sites {} go offline on {closes_on}, {when}", listed(sites)),
                ),
            };
            (
                subject,
                vec![
                    paragraph(format!(
                        "The plan was not renewed, so {what}. Members will not be able to read there either."
                    )),
                    paragraph("Renew before that day, and nothing is interrupted."),
                    action("Renew", url),
                ],
            )
        }
        MailTemplate::SiteUnpublished { site, url } => (
            format!("Your site “{site}” is no longer published"),
            vec![
                paragraph(format!(
                    "Your space has no plan with sites now, so your site “{site}” is a draft again: \
                     neither readers nor members can open it."
                )),
                paragraph(
                    "Content, settings, members and orders are all kept. Once the space has a plan, you can publish the site again.",
                ),
                action("Open site", url),
            ],
        ),
        MailTemplate::TeamSuspended { team, reason } => (
            format!("The space “{team}” was suspended"),
            vec![
                paragraph(format!(
                    "The platform has suspended the space “{team}”. Its sites cannot be opened for now."
                )),
                paragraph(format!("Reason: {reason}")),
                paragraph("All content is kept. Contact the platform if you have questions."),
            ],
        ),
        MailTemplate::DomainLost {
            site,
            host,
            is_over,
            url,
        } => {
            let (subject, then) = if *is_over {
                (
                    format!("{host} no longer leads to your site"),
                    "The domain does not lead to the site now.",
                )
            } else {
                (
                    format!("The record of {host} is gone"),
                    "When it has been missing for a day, the domain no longer leads to the site.",
                )
            };
            (
                subject,
                vec![
                    paragraph(format!(
                        "The TXT record that proves that {host} belongs to your site “{site}” cannot be found any more. \
                         {then}"
                    )),
                    paragraph("Add the record again at your domain provider, then check it here."),
                    action("Show records", url),
                ],
            )
        }
        MailTemplate::VisitorCode { site, code, minutes } => (
            format!("{code} is your verification code for {}", site.name),
            vec![
                code_in(
                    format!(
                        "Your verification code for {} is {code}. It is valid for {minutes} minutes.",
                        site.name
                    ),
                    code,
                ),
                note("Do not share it. If you did not ask for it, ignore this message."),
            ],
        ),
        MailTemplate::VisitorPasswordChanged { site } => (
            format!("Your password for {} was set", site.name),
            vec![
                paragraph(format!(
                    "A new password was just set for your account on {}, and your other devices were logged out.",
                    site.name
                )),
                paragraph("If it was not you, log in with a code and set another password at once."),
                action("Log in", &format!("{}login", site.address)),
            ],
        ),
        MailTemplate::OrderReceipt {
            site,
            package,
            number,
            amount,
            end,
        } => (
            format!("Your membership to “{}”", site.name),
            vec![
                paragraph(format!(
                    "Thank you for buying “{package}” on “{}”. {}",
                    site.name,
                    until(end)
                )),
                action("Start reading", &site.address),
                note(format!("Order {number}, {amount} paid.")),
                link("Orders and membership", &format!("{}account", site.address)),
            ],
        ),
        MailTemplate::OrderPaid {
            site,
            package,
            number,
            amount,
            reader,
            nickname,
            url,
        } => {
            let reader = reader_of(nickname, reader, Language::En);
            (
                format!("{amount} received on “{site}”"),
                vec![
                    paragraph(format!(
                        "{reader} bought “{package}” on “{site}” for {amount}, and is a member now."
                    )),
                    action("Open order", url),
                    note(format!("Order {number}.")),
                ],
            )
        }
        MailTemplate::OrderToConfirm {
            site,
            package,
            number,
            amount,
            reader,
            nickname,
            note: written,
            url,
        } => {
            let reader = reader_of(nickname, reader, Language::En);
            (
                format!("An order on “{site}” needs your confirmation"),
                vec![
                    paragraph(if written.is_empty() {
                        format!("{reader} says that they have paid {amount} for “{package}” on “{site}”.")
                    } else {
                        format!(
                            "{reader} says that they have paid {amount} for “{package}” on “{site}”. Their note: “{written}”."
                        )
                    }),
                    paragraph(
                        "Check that the money has arrived, then confirm the order. The membership begins at once.",
                    ),
                    action("Confirm order", url),
                    note(format!("Order {number}.")),
                ],
            )
        }
        MailTemplate::OrderRejected { site, number, reason } => (
            format!("“{}” did not find your payment", site.name),
            vec![
                paragraph(format!(
                    "The payment for your order {number} on “{}” was not found: {reason}",
                    site.name
                )),
                paragraph("If you did pay, add the details on the order page. The author will check again."),
                action("Open order", &format!("{}orders/{number}", site.address)),
            ],
        ),
        MailTemplate::OrderRefunded {
            site,
            number,
            amount,
            is_outside,
            reason,
            end,
        } => {
            let how = if *is_outside {
                ": the author sends it to you directly. If it does not arrive, contact the author."
            } else {
                " the way it was paid. The payment provider decides how long it takes to arrive."
            };
            let why = match reason.as_str() {
                "" => String::new(),
                reason => format!(" Reason: {reason}"),
            };
            (
                format!("A refund of {amount} from “{}”", site.name),
                vec![
                    paragraph(format!(
                        "{amount} of your order {number} on “{}” has been refunded{how}{why}",
                        site.name
                    )),
                    paragraph(match end {
                        MembershipEnd::On(_) | MembershipEnd::Grace { .. } => until(end),
                        MembershipEnd::Never => "You are still a member for life.".to_owned(),
                        MembershipEnd::Over => "The membership from this order has ended.".to_owned(),
                    }),
                    action("Orders and membership", &format!("{}account", site.address)),
                ],
            )
        }
        MailTemplate::MembershipGranted { site, package, end } => (
            format!("You are a member of “{}”", site.name),
            vec![
                paragraph(if package.is_empty() {
                    format!("Your membership to “{}” has begun. {}", site.name, until(end))
                } else {
                    format!("Your “{package}” on “{}” has begun. {}", site.name, until(end))
                }),
                action("Start reading", &site.address),
                link("My membership", &format!("{}account", site.address)),
            ],
        ),
        MailTemplate::MembershipRevoked { site, end } => (
            match end {
                MembershipEnd::Over => format!("Your membership to “{}” was ended", site.name),
                _ => format!("Your membership to “{}” has changed", site.name),
            },
            vec![
                paragraph(match end {
                    MembershipEnd::Over => format!(
                        "The author of “{}” has ended your membership. You can no longer read what is for members only.",
                        site.name
                    ),
                    _ => format!(
                        "The author of “{}” took back a part of your membership. {}",
                        site.name,
                        until(end)
                    ),
                }),
                action("See my membership", &format!("{}account", site.address)),
            ],
        ),
        MailTemplate::MembershipEnding {
            site,
            ends_on,
            n_days,
            unsubscribe_url,
        } => {
            let when = in_days(*n_days);
            (
                format!("Your membership to “{}” ends {when}", site.name),
                vec![
                    paragraph(format!(
                        "Your membership to “{}” ends on {}, {when}.",
                        site.name,
                        written(*ends_on)
                    )),
                    paragraph("If you renew now, the new period begins where this one ends."),
                    action("Renew", &format!("{}plans", site.address)),
                    link("Stop these reminders", unsubscribe_url),
                ],
            )
        }
        MailTemplate::NewsletterConfirmation { site, url, days } => (
            format!("Please confirm your subscription to “{}”", site.name),
            vec![
                paragraph(format!(
                    "Somebody subscribed to “{}” with this address. If it was you, confirm it.",
                    site.name
                )),
                action("Confirm subscription", url),
                note(format!(
                    "The link is valid for {days} days. If it was not you, ignore this message: nothing will be sent to you."
                )),
            ],
        ),
        MailTemplate::NewsletterWelcome { site, url } => (
            format!("You are subscribed to “{}”", site.name),
            vec![
                paragraph(format!("You are subscribed to “{}”.", site.name)),
                action("Open site", &site.address),
                link("Unsubscribe", url),
            ],
        ),
        MailTemplate::Invitation {
            team,
            inviter,
            url,
            days,
        } => (
            format!("{inviter} invites you to join “{team}”"),
            vec![
                paragraph(format!(
                    "{inviter} invites you to join the team “{team}” on Moyan. Log in to accept."
                )),
                action("Show invitation", url),
                note(format!(
                    "The link is valid for {days} days and works once, for the address that received this email."
                )),
            ],
        ),
    }
}

fn name_of(plan: Plan) -> &'static str {
    match plan {
        Plan::Creator => "Creator",
        Plan::Professional => "Professional",
        Plan::Enterprise => "Enterprise",
    }
}

/// Names as they stand in a sentence: “a”, “b” and “c”.
fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

fn written(day: NaiveDate) -> String {
    Language::En.day(day)
}

fn in_days(n_days: i64) -> String {
    match n_days {
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        n_days => format!("in {n_days} days"),
    }
}

fn until(end: &MembershipEnd) -> String {
    match end {
        MembershipEnd::On(day) => format!("Your membership is valid until {}.", written(*day)),
        MembershipEnd::Never => "You are a member for life.".to_owned(),
        MembershipEnd::Grace { ended_on, read_until } => format!(
            "Your membership ended on {}. You can still read until {}.",
            written(*ended_on),
            written(*read_until)
        ),
        MembershipEnd::Over => "Your membership has ended.".to_owned(),
    }
}
