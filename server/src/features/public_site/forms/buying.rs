//! Packages, orders and redeem codes.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use moyan_domain::limits::{COUPON_CODE_MAX_CHARS, REDEEM_CODE_TYPED_MAX_CHARS};
use moyan_domain::{PackageId, PaymentMethod};
use moyan_foundation::error::{AppError, Refusal};
use uuid::Uuid;

use super::offer::Offer;
use super::return_path::return_path;
use super::{FormContext, Submitted, account};
use crate::features::membership::order::{NewOrder, OrderStatus};
use crate::features::membership::{redeem, service};
use crate::features::public_site::pages::order::buy_again_path;
use crate::features::public_site::pages::plans::{self, PlansForm, RedeemField};
use crate::features::public_site::words::{BuyingWords, Words};
use crate::features::site::service::WallStep;

/// The packages.
pub async fn get_plans(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let from = context.query("from");
    let form = PlansForm {
        package_id: context.query("package").parse().ok(),
        method: context.query("method"),
        coupon: context
            .query("coupon")
            .chars()
            .take(COUPON_CODE_MAX_CHARS)
            .collect(),
        code: RedeemField {
            typed: cut(&context.query("code")),
            problem: None,
        },
        from: return_path(&from).unwrap_or("/").to_owned(),
        ..PlansForm::default()
    };
    render_plans(context, form, None).await
}

/// Makes an order. Who is not logged in does that first and comes back with what was chosen.
pub async fn post_order(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let from = return_path(form.text("from")).unwrap_or("/").to_owned();
    let package_id: Uuid = form
        .text("packageId")
        .parse()
        .map_err(|_| Refusal::PackageNotSold)?;
    let filled = PlansForm {
        package_id: Some(package_id),
        method: form.text("method").to_owned(),
        coupon: form.text("coupon").to_owned(),
        from: from.clone(),
        ..PlansForm::default()
    };
    let Some(visitor) = context.visitor()? else {
        // A path that is too long to be led back to is worth less than the page that one came from.
        let chosen = plans::chosen_path(&filled);
        let path = return_path(&chosen).map_or_else(|| buy_again_path(package_id, &from), str::to_owned);
        return Ok(context.redirect(&plans::login(&path)));
    };
    let words = words_of(context);
    let offer = Offer::of(context, Some(&visitor)).await?;
    let chosen = offer
        .methods
        .iter()
        .find(|(method, ..)| method.as_str() == filled.method);
    let Some((method, is_test, _)) = chosen else {
        let notice = Some(words.method_gone);
        return render_plans(
            context,
            PlansForm { notice, ..filled },
            Some(&Refusal::PaymentMethodNotSetUp.into()),
        )
        .await;
    };
    let new = NewOrder {
        site_id: context.site_id(),
        visitor,
        package_id: PackageId(package_id),
        shown_price_fen: form.text(&format!("price.{package_id}")).parse().ok(),
        method: *method,
        coupon: Some(filled.coupon.clone()),
        return_path: from,
        is_test: *is_test,
    };
    let network = context.client().await?.network();
    match service::place_order(context.state, new, &network).await {
        Ok(order) => {
            let is_waiting = order.status == OrderStatus::Pending;
            let goes = is_waiting && order.method != PaymentMethod::Manual;
            let path = format!("/orders/{}{}", order.number, if goes { "?go=1" } else { "" });
            Ok(context.redirect(&path))
        }
        Err(error) => {
            let (notice, coupon_problem) = match &error {
                AppError::Refused(Refusal::PriceChanged) => (Some(words.price_changed), None),
                AppError::Refused(Refusal::NothingSold) => (Some(words.nothing_sold), None),
                AppError::Refused(Refusal::PackageNotSold) => (Some(words.package_gone), None),
                AppError::Refused(Refusal::AlreadyLifetime) => (Some(words.already_lifetime), None),
                AppError::Refused(Refusal::CouponInvalid | Refusal::CouponUsedUp) => {
                    (None, Some(words.coupon_refused))
                }
                AppError::RateLimited { .. } => (Some(words.too_often), None),
                _ => return Err(error),
            };
            let form = PlansForm {
                notice,
                coupon_problem,
                ..filled
            };
            render_plans(context, form, Some(&error)).await
        }
    }
}

/// What the field of a redeem code takes.
fn cut(code: &str) -> String {
    code.chars().take(REDEEM_CODE_TYPED_MAX_CHARS).collect()
}

/// Leads to the field of a redeem code, which a link may bring: then by the login, without which it is worth nothing.
pub async fn get_redeem(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let (from, code) = (context.query("from"), cut(&context.query("code")));
    let path = plans::redeem_path(return_path(&from).unwrap_or("/"), &code);
    let is_to_log_in = !code.is_empty() && context.visitor()?.is_none();
    Ok(context.redirect(&if is_to_log_in { plans::login(&path) } else { path }))
}

/// Uses a redeem code.
pub async fn post_redeem(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let from = return_path(form.text("from")).unwrap_or("/").to_owned();
    let Some(visitor) = context.visitor()? else {
        let code = cut(form.text("code"));
        return Ok(context.redirect(&plans::login(&plans::redeem_path(&from, &code))));
    };
    let words = words_of(context);
    let network = context.client().await?.network();
    let site_id = context.site_id();
    match redeem::redeem(context.state, site_id, visitor.id, &network, form.text("code")).await {
        Ok(_) => {
            context.count_step(&from, WallStep::Redeemed);
            // Who came from an article reads on.
            let is_elsewhere = from == "/" || from.starts_with("/account");
            Ok(context.redirect(if is_elsewhere {
                "/account?done=redeemed"
            } else {
                &from
            }))
        }
        Err(error) => {
            let problem = match &error {
                AppError::Refused(Refusal::RedeemCodeInvalid) => words.code_refused.to_owned(),
                AppError::Refused(Refusal::AlreadyLifetime) => words.already_lifetime.to_owned(),
                AppError::RateLimited { .. } => words.code_tries.to_owned(),
                AppError::Invalid(fields) => fields
                    .get("code")
                    .map_or_else(String::new, |problem| problem.message(context.language())),
                _ => return Err(error),
            };
            let refused = RedeemField {
                typed: cut(form.text("code")),
                problem: Some(problem),
            };
            if from.starts_with("/account") {
                return account::refuse_code(context, &visitor, &refused, error).await;
            }
            let form = PlansForm {
                from,
                code: refused,
                ..PlansForm::default()
            };
            render_plans(context, form, Some(&error)).await
        }
    }
}

async fn render_plans(
    context: &FormContext<'_>,
    form: PlansForm,
    error: Option<&AppError>,
) -> Result<HttpResponse, AppError> {
    let visitor = context.visitor()?;
    let offer = Offer::of(context, visitor.as_ref()).await?;
    let is_logged_in = visitor.is_some();
    let page = offer.page(&context.page_context(is_logged_in), &form);
    Ok(match error {
        Some(error) => context.respond_again(error, &page, is_logged_in, &plans::chosen_path(&form)),
        None => context.respond(StatusCode::OK, &page, is_logged_in),
    })
}

pub(super) fn words_of(context: &FormContext<'_>) -> &'static BuyingWords {
    Words::of(context.view.content.settings.basic_info.language).buying
}
