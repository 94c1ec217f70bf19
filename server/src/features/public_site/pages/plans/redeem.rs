//! Where a redeem code is typed.

use maud::{Markup, html};
use moyan_domain::limits::REDEEM_CODE_TYPED_MAX_CHARS;

use super::paths::{from, login, redeem_path};
use super::{PlansPage, Standing};
use crate::features::public_site::content::page_context::PageContext;

/// A redeem code as it was typed or as a link brought it, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct RedeemField {
    pub typed: String,
    pub problem: Option<String>,
}

/// The part of the page where a code is redeemed.
pub fn redeem(context: &PageContext<'_>, plans: &PlansPage<'_>) -> Markup {
    let words = context.words.buying;
    html! {
        section.panel.redeem {
            h2.block-title { (words.redeem) }
            @if plans.standing == Standing::Guest {
                @let back = redeem_path(&plans.form.from, &plans.form.code.typed);
                p.panel-text { a.text-link href=(context.path(&login(&back))) { (words.log_in_to_redeem) } }
            } @else {
                (redeem_form(context, &plans.form.from, &plans.form.code))
            }
        }
    }
}

/// The field of a redeem code, which leads back to a path of the site.
pub fn redeem_form(context: &PageContext<'_>, from_path: &str, code: &RedeemField) -> Markup {
    let words = context.words.buying;
    let problem = code.problem.as_deref();
    html! {
        form.redeem-form method="post" action=(context.path("/redeem")) {
            input type="hidden" name="from" value=(from(from_path));
            label.field-label for="redeem-code" { (words.redeem_text) }
            div.field-row {
                input.input.input-code #redeem-code type="text" name="code" value=[Some(&code.typed).filter(|typed| !typed.is_empty())]
                    required maxlength=(REDEEM_CODE_TYPED_MAX_CHARS) autocomplete="off"
                    autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX-XXXX-XXXX"
                    autofocus[problem.is_some()]
                    aria-invalid=[problem.map(|_| "true")] aria-describedby=[problem.map(|_| "redeem-problem")];
                button.button.button-secondary type="submit" { (words.redeem_submit) }
            }
            @if let Some(problem) = problem { p.field-problem #redeem-problem role="alert" { (problem) } }
        }
    }
}
