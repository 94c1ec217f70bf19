//! The paths that lead to the page and back.

use moyan_domain::limits::RETURN_PATH_MAX_CHARS;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{PlansForm, RedeemField};

/// The path to the page with what was chosen, which a guest comes back to from the login.
pub fn chosen_path(form: &PlansForm) -> String {
    let mut path = plans_path(&form.from);
    let package = form.package_id.map(|id| id.to_string()).unwrap_or_default();
    for (name, text) in [
        ("package", package.as_str()),
        ("method", &form.method),
        ("coupon", form.coupon.trim()),
        ("code", form.code.typed.trim()),
    ] {
        if !text.is_empty() {
            path.push_str(&format!(
                "&{name}={}",
                utf8_percent_encode(text, NON_ALPHANUMERIC)
            ));
        }
    }
    path
}

/// The path to the page with a redeem code in its field. Where both are too long to be led back to, the code is kept.
pub fn redeem_path(from_path: &str, code: &str) -> String {
    if code.trim().is_empty() {
        return plans_path(from_path);
    }
    let with = |from: &str| {
        let path = chosen_path(&PlansForm {
            code: RedeemField {
                typed: code.to_owned(),
                problem: None,
            },
            from: from.to_owned(),
            ..PlansForm::default()
        });
        format!("{path}#redeem-code")
    };
    let path = with(from_path);
    if path.len() <= RETURN_PATH_MAX_CHARS {
        path
    } else {
        with("/")
    }
}

/// The path to the page, from a path of the site.
pub fn plans_path(from_path: &str) -> String {
    with_from("/plans", from_path)
}

/// The path to the login, which leads back to a path of the site.
pub fn login(from_path: &str) -> String {
    with_from("/login", from_path)
}

fn with_from(path: &str, from_path: &str) -> String {
    format!(
        "{path}?from={}",
        utf8_percent_encode(from(from_path), NON_ALPHANUMERIC)
    )
}

/// A path of the site; the homepage when there is none.
pub fn from(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}
