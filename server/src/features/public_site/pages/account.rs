//! The account of a visitor.

use maud::{Markup, html};
use moyan_domain::shown_identifier;

use super::fields::{self, Field, Problems};
use super::frame::Page;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::Meta;
use crate::features::visitor::service::{AccountDetails, ProvedAction};
use crate::features::visitor::{SessionRow, Visitor};

/// A part of the page that has a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Membership,
    Profile,
    Password,
    Deletion,
}

/// What the page shows.
pub struct Account<'a> {
    pub visitor: &'a Visitor,
    pub details: &'a AccountDetails,
    /// Devices on which the visitor can be logged in at a time.
    pub max_devices: i64,
    /// What was done before; empty for nothing.
    pub notice: &'a str,
    /// The name as it was typed, when it cannot be used.
    pub typed_nickname: Option<&'a str>,
    /// For what a code was sent, whose field is shown.
    pub sent: Option<ProvedAction>,
    /// What is wrong with the form of a part.
    pub problems: Option<(Part, Problems)>,
    /// What stands first: the membership and orders.
    pub first: Markup,
}

impl Account<'_> {
    fn problems(&self, part: Part) -> Problems {
        let own = self.problems.as_ref().filter(|(of, _)| *of == part);
        own.map(|(_, problems)| problems.clone()).unwrap_or_default()
    }
}

/// The whole page.
pub fn page(context: &PageContext<'_>, account: &Account<'_>) -> Page {
    let words = context.words.visitor;
    Page {
        meta: Meta::unlisted(words.account),
        current: "/account",
        kind: "page-form",
        main: html! {
            div.form-page.form-page-wide {
                div.account-head {
                    div {
                        h1.form-title { (words.account) }
                        p.form-lead { (shown_identifier(account.visitor.identifier(), context.words.buying.language)) }
                    }
                    form method="post" action="/logout" {
                        button.button.button-secondary type="submit" { (words.log_out) }
                    }
                }
                @if !account.notice.is_empty() { p.form-notice role="status" { (account.notice) } }
                (account.first)
                (part("profile", words.profile, &profile(context, account)))
                (part("password", words.password, &password(context, account)))
                (part("devices", words.devices, &devices(context, account)))
                (part("mails", words.notices(account.visitor.email.is_some()), &mails(context, account)))
                (part("data", words.data, &data(context)))
                (part("delete", words.delete, &deletion(context, account)))
            }
        },
    }
}

/// A part of the page with its heading.
pub fn part(id: &str, title: &str, content: &Markup) -> Markup {
    html! {
        section.account-part aria-labelledby=(id) {
            h2.account-title id=(id) { (title) }
            div.account-content { (content) }
        }
    }
}

fn profile(context: &PageContext<'_>, account: &Account<'_>) -> Markup {
    let words = context.words.visitor;
    let problems = account.problems(Part::Profile);
    let nickname = Field {
        id: "nickname",
        name: "nickname",
        label: words.nickname,
        kind: "text",
        value: account.typed_nickname.unwrap_or(&account.visitor.nickname),
        autocomplete: "nickname",
        hint: words.nickname_hint,
        is_required: false,
    };
    html! {
        form.form method="post" action="/account/profile" {
            (fields::problem(&problems))
            (fields::field(&nickname, &problems))
            button.button.button-secondary type="submit" { (words.save) }
        }
    }
}

/// A field for a code, when one was sent for the action; else one for the password.
fn proof(
    context: &PageContext<'_>,
    account: &Account<'_>,
    action: ProvedAction,
    problems: &Problems,
) -> Markup {
    let words = context.words.visitor;
    let (code_id, password_id) = match action {
        ProvedAction::SetPassword => ("password-code", "current-passwd"),
        ProvedAction::Delete => ("delete-code", "delete-passwd"),
    };
    let proof = if account.sent == Some(action) {
        Field {
            id: code_id,
            name: "code",
            label: words.code,
            kind: "text",
            value: "",
            autocomplete: "one-time-code",
            hint: words.code_hint(account.visitor.identifier()),
            is_required: true,
        }
    } else {
        Field {
            id: password_id,
            name: "currentPasswd",
            label: words.current_password,
            kind: "password",
            value: "",
            autocomplete: "current-password",
            hint: "",
            is_required: true,
        }
    };
    fields::field(&proof, problems)
}

/// A button that has a code sent for an action.
fn send_proof(action: ProvedAction, text: &str, class: &str) -> Markup {
    let name = match action {
        ProvedAction::SetPassword => "password",
        ProvedAction::Delete => "delete",
    };
    html! {
        form method="post" action="/account/code" {
            (fields::hidden("for", name))
            button.(class) type="submit" { (text) }
        }
    }
}

fn password(context: &PageContext<'_>, account: &Account<'_>) -> Markup {
    let words = context.words.visitor;
    let problems = account.problems(Part::Password);
    let action = ProvedAction::SetPassword;
    let has_password = account.details.has_password;
    let new = |id: &'static str, label: &'static str| {
        let new = Field {
            id,
            name: id,
            label,
            kind: "password",
            value: "",
            autocomplete: "new-password",
            hint: "",
            is_required: true,
        };
        fields::field(&new, &problems)
    };
    if account.details.needs_code && account.sent != Some(action) {
        return html! {
            p.account-lead { (words.no_password_lead) }
            p.account-lead { (words.code_first) }
            (fields::problem(&problems))
            (send_proof(action, words.send_code, "button button-secondary"))
        };
    }
    html! {
        p.account-lead { (if has_password { words.password_lead } else { words.no_password_lead }) }
        form.form method="post" action="/account/password" {
            // Managers of passwords learn whose it is.
            input type="hidden" autocomplete="username" value=(account.visitor.identifier());
            (fields::problem(&problems))
            @if has_password || account.sent == Some(action) { (proof(context, account, action, &problems)) }
            (new("passwd", words.new_password))
            (new("passwdConfirmPasswd", words.repeat_password))
            button.button.button-secondary type="submit" { (words.set_password) }
        }
        @if has_password && account.sent != Some(action) {
            (send_proof(action, words.forgot_password, "link-button"))
        }
    }
}

fn devices(context: &PageContext<'_>, account: &Account<'_>) -> Markup {
    let words = context.words.visitor;
    let sessions = &account.details.sessions;
    html! {
        p.account-lead { (words.devices_lead(account.max_devices)) }
        ul.devices {
            @for session in sessions {
                li.device {
                    div {
                        p.device-name { (device_name(&session.user_agent, words.wechat).unwrap_or_else(|| words.unknown_device.to_owned())) }
                        p.device-facts { (facts(context, session)) }
                    }
                    @if session.id == account.visitor.session_id {
                        span.device-current { (words.this_device) }
                    } @else {
                        form method="post" action="/account/devices" {
                            (fields::hidden("session", &session.id.to_string()))
                            button.link-button type="submit" { (words.log_out) }
                        }
                    }
                }
            }
        }
        @if sessions.len() > 1 {
            form method="post" action="/account/devices" {
                (fields::hidden("session", "others"))
                button.button.button-secondary type="submit" { (words.log_out_others) }
            }
        }
    }
}

fn facts(context: &PageContext<'_>, session: &SessionRow) -> Markup {
    let seen = session.last_seen_at;
    html! {
        (context.words.visitor.last_used) " "
        time datetime=(seen.to_rfc3339()) { (context.words.buying.moment(seen, context.settings().basic_info.zone())) }
        " · " (context.words.visitor.place(&session.network))
    }
}

fn mails(context: &PageContext<'_>, account: &Account<'_>) -> Markup {
    let words = context.words.visitor;
    html! {
        form.form method="post" action="/account/reminders" {
            label.choice {
                input type="checkbox" name="isReminded" value="true" checked[account.details.is_reminded];
                span { (words.reminders) }
            }
            button.button.button-secondary type="submit" { (words.save) }
        }
    }
}

fn data(context: &PageContext<'_>) -> Markup {
    let words = context.words.visitor;
    html! {
        p.account-lead { (words.export_lead) }
        a.button.button-secondary href="/account/export" download { (words.export) }
    }
}

fn deletion(context: &PageContext<'_>, account: &Account<'_>) -> Markup {
    let words = context.words.visitor;
    let problems = account.problems(Part::Deletion);
    let action = ProvedAction::Delete;
    let is_sent = account.sent == Some(action);
    let can_confirm = is_sent || account.details.has_password;
    html! {
        p.account-lead { (words.delete_lead) }
        details.form-more open[is_sent || !problems.is_empty()] {
            summary { (words.delete) }
            @if can_confirm {
                form.form method="post" action="/account/deletion" {
                    (fields::problem(&problems))
                    (proof(context, account, action, &problems))
                    button.button.button-danger type="submit" { (words.delete_for_good) }
                }
            } @else {
                (fields::problem(&problems))
            }
            @if !is_sent { (send_proof(action, words.delete_with_code, "link-button")) }
        }
    }
}

/// Browser and system as people call them; none when neither is known.
fn device_name(user_agent: &str, wechat: &str) -> Option<String> {
    let find = |names: &[(&str, &str)]| {
        let found = names.iter().find(|(part, _)| user_agent.contains(part));
        found.map(|(_, name)| (*name).to_owned())
    };
    // Those that others name too come last.
    let browser = find(&[
        ("MicroMessenger", wechat),
        ("Edg", "Edge"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = find(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => Some(format!("{browser} · {system}")),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_called_as_people_call_it() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
                "Chrome · macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0",
                "微信 · iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox · Linux",
            ),
        ] {
            assert_eq!(device_name(user_agent, "微信").as_deref(), Some(name));
        }
        assert_eq!(device_name("curl/8", "微信"), None);
    }
}
