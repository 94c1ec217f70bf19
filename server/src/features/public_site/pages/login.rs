//! Logging in: the address, then a code or a password.

use maud::html;

use super::fields::{self, Field, Problems};
use super::frame::Page;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::Meta;

/// What was typed so far.
#[derive(Default)]
pub struct Login<'a> {
    /// The address or number.
    pub identifier: &'a str,
    /// The path to lead back to; empty for the account page.
    pub from: &'a str,
    /// True where short messages are sent too.
    pub takes_numbers: bool,
    /// True when the password was wrong: its form is open.
    pub is_by_password: bool,
    /// Something that was done before; empty for nothing.
    pub notice: &'a str,
    pub problems: Problems,
}

/// The first page: the address.
pub fn page(context: &PageContext<'_>, login: &Login<'_>) -> Page {
    let words = context.words.visitor;
    let label = if login.takes_numbers {
        words.email_or_phone
    } else {
        words.email
    };
    let none = Problems::default();
    let (by_code, by_password) = if login.is_by_password {
        (&none, &login.problems)
    } else {
        (&login.problems, &none)
    };
    let address = |id: &'static str, problems: &Problems| {
        let address = Field {
            id,
            name: "identifier",
            label,
            kind: if login.takes_numbers { "text" } else { "email" },
            value: login.identifier,
            autocomplete: "username",
            hint: "",
            is_required: true,
        };
        fields::field(&address, problems)
    };
    let password = Field {
        id: "passwd",
        name: "passwd",
        label: words.password,
        kind: "password",
        value: "",
        autocomplete: "current-password",
        hint: "",
        is_required: true,
    };
    Page {
        meta: Meta::unlisted(words.log_in),
        current: "/login",
        kind: "page-form",
        main: html! {
            div.form-page.form-page-narrow {
                h1.form-title { (words.log_in) }
                @if !login.notice.is_empty() { p.form-notice role="status" { (login.notice) } }
                @if login.from.starts_with("/orders/") { p.form-lead { (words.log_in_to_order) } }
                p.form-lead { (words.log_in_lead) }
                form.form method="post" action="/login/code" {
                    (fields::problem(by_code))
                    (fields::hidden("from", login.from))
                    (address("identifier", by_code))
                    button.button.button-primary type="submit" { (words.send_code) }
                }
                details.form-more open[login.is_by_password] {
                    summary { (words.use_password) }
                    form.form method="post" action="/login/password" {
                        (fields::problem(by_password))
                        (fields::hidden("from", login.from))
                        (address("password-identifier", by_password))
                        (fields::field(&password, by_password))
                        button.button.button-secondary type="submit" { (words.log_in) }
                    }
                }
            }
        },
    }
}

/// The second page: the code.
pub fn code_page(context: &PageContext<'_>, login: &Login<'_>) -> Page {
    let words = context.words.visitor;
    let code = Field {
        id: "code",
        name: "code",
        label: words.code,
        kind: "text",
        value: "",
        autocomplete: "one-time-code",
        hint: words.code_hint(login.identifier),
        is_required: true,
    };
    let with_address = html! {
        (fields::hidden("identifier", login.identifier))
        (fields::hidden("from", login.from))
    };
    Page {
        meta: Meta::unlisted(words.enter_code),
        current: "/login",
        kind: "page-form",
        main: html! {
            div.form-page.form-page-narrow {
                h1.form-title { (words.enter_code) }
                p.form-lead { (words.code_sent_to(login.identifier)) }
                form.form method="post" action="/login/verify" {
                    (fields::problem(&login.problems))
                    (with_address)
                    (fields::field(&code, &login.problems))
                    button.button.button-primary type="submit" { (words.log_in) }
                }
                div.form-also {
                    form method="post" action="/login/code" {
                        (with_address)
                        button.link-button type="submit" { (words.send_again) }
                    }
                    a href=(login_path(login.from)) { (words.other_address) }
                }
            }
        },
    }
}

/// The path of the first page that leads back to another one.
pub fn login_path(from: &str) -> String {
    if from.is_empty() {
        return "/login".to_owned();
    }
    let from = percent_encoding::utf8_percent_encode(from, percent_encoding::NON_ALPHANUMERIC);
    format!("/login?from={from}")
}
