//! The forms of logging in.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, SET_COOKIE};
use moyan_domain::IdentityType;
use moyan_foundation::error::AppError;

use super::return_path::return_path;
use super::{FormContext, Submitted};
use crate::features::account::TypedCode;
use crate::features::public_site::pages::fields::Problems;
use crate::features::public_site::pages::frame::Page;
use crate::features::public_site::pages::login::{self, Login, login_path};
use crate::features::site::service::WallStep;
use crate::features::visitor::VisitorCookie;
use crate::features::visitor::service;

/// The page of the address; who is logged in already is led on.
pub async fn get_login(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let from = context.query("from");
    let from = return_path(&from);
    if context.visitor()?.is_some() {
        return Ok(context.redirect(from.unwrap_or("/account")));
    }
    let form = Login {
        from: from.unwrap_or_default(),
        takes_numbers: takes_numbers(context),
        notice: match context.query("done").as_str() {
            "deletion" => context.words().account_deleted,
            _ => "",
        },
        ..Login::default()
    };
    let page = login::page(&context.page_context(false), &form);
    Ok(with_probe(context, context.respond(StatusCode::OK, &page, false)))
}

/// The page of the code, for the address that the browser keeps for a while.
pub async fn get_verify(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let from = context.query("from");
    let from = return_path(&from).unwrap_or_default();
    let Some(identifier) = address_cookie(context).text(context.request.headers()) else {
        return Ok(context.redirect(&login_path(from)));
    };
    let form = Login {
        identifier: &identifier,
        from,
        ..Login::default()
    };
    let page = login::code_page(&context.page_context(false), &form);
    Ok(context.respond(StatusCode::OK, &page, false))
}

/// Has a code sent.
pub async fn post_code(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    if let Some(refusal) = refuse_without_cookies(context, form, false) {
        return Ok(refusal);
    }
    let from = return_path(form.text("from")).unwrap_or_default();
    let sent = async {
        let identifier = service::parse_identifier(context.state, form.text("identifier"))?;
        let text = identifier.as_str().to_owned();
        let client = context.client().await?;
        service::send_login_code(context.state, context.login_site(), client, identifier).await?;
        Ok(text)
    };
    match sent.await {
        Ok(identifier) => Ok(context.redirect_with(
            &verify_path(from),
            &[address_cookie(context).set_text(&identifier)],
        )),
        Err(error) => first_page_again(context, form, error, false),
    }
}

/// Logs in with a code.
pub async fn post_verify(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let from = return_path(form.text("from"));
    let token = async {
        let identifier = service::parse_identifier(context.state, form.text("identifier"))?;
        let typed =
            TypedCode::parse(form.text("code")).map_err(|problem| AppError::invalid("code", problem))?;
        let (client, previous) = (context.client().await?, context.token_hash());
        let site = context.login_site();
        service::login_with_code(context.state, site, client, identifier, typed, previous).await
    };
    match token.await {
        Ok(token) => Ok(logged_in(context, &token, from)),
        Err(error) => {
            let (error, problems) = context.problems(error)?;
            if problems.fields.contains_key("identifier") {
                return first_page_again(context, form, error, false);
            }
            let form = Login {
                identifier: form.text("identifier"),
                from: from.unwrap_or_default(),
                problems,
                ..Login::default()
            };
            let page = login::code_page(&context.page_context(false), &form);
            Ok(context.respond_again(&error, &page, false, &verify_path(form.from)))
        }
    }
}

/// Logs in with a password.
pub async fn post_password(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    if let Some(refusal) = refuse_without_cookies(context, form, true) {
        return Ok(refusal);
    }
    let token = async {
        let identifier = service::parse_identifier(context.state, form.text("identifier"))?;
        let (client, previous) = (context.client().await?, context.token_hash());
        let (site, passwd) = (context.login_site(), form.text("passwd").to_owned());
        service::login_with_password(context.state, site, client, identifier, passwd, previous).await
    };
    match token.await {
        Ok(token) => Ok(logged_in(context, &token, return_path(form.text("from")))),
        Err(error) => first_page_again(context, form, error, true),
    }
}

/// The path of the page of the code that leads back to another one.
fn verify_path(from: &str) -> String {
    let from = percent_encoding::utf8_percent_encode(from, percent_encoding::NON_ALPHANUMERIC);
    format!("/login/verify?from={from}")
}

/// Leads back, with the new token, and without the address that was kept for a while.
fn logged_in(context: &FormContext<'_>, token: &str, from: Option<&str>) -> HttpResponse {
    context.count_step(from.unwrap_or_default(), WallStep::LoggedIn);
    let cookies = [context.cookie().set(token), address_cookie(context).clear()];
    context.redirect_with(from.unwrap_or("/account"), &cookies)
}

fn first_page_again(
    context: &FormContext<'_>,
    form: &Submitted,
    error: AppError,
    is_by_password: bool,
) -> Result<HttpResponse, AppError> {
    let (error, problems) = context.problems(error)?;
    let page = first_page(context, form, problems, is_by_password);
    let from = return_path(form.text("from")).unwrap_or_default();
    Ok(context.respond_again(&error, &page, false, &login_path(from)))
}

/// The first page with what was typed and what is wrong.
fn first_page(context: &FormContext<'_>, form: &Submitted, problems: Problems, is_by_password: bool) -> Page {
    let form = Login {
        identifier: form.text("identifier"),
        from: return_path(form.text("from")).unwrap_or_default(),
        takes_numbers: takes_numbers(context),
        is_by_password,
        notice: "",
        problems,
    };
    login::page(&context.page_context(false), &form)
}

/// Says that nobody stays logged in without cookies, before anything is sent to anybody. A browser that keeps them has
/// one since the page with the form.
fn refuse_without_cookies(
    context: &FormContext<'_>,
    form: &Submitted,
    is_by_password: bool,
) -> Option<HttpResponse> {
    let headers = context.request.headers();
    let keeps_cookies = [probe_cookie(context), context.cookie(), address_cookie(context)]
        .iter()
        .any(|cookie| cookie.is_sent(headers));
    if keeps_cookies {
        return None;
    }
    let problems = Problems {
        form: context.words().needs_cookies.to_owned(),
        ..Problems::default()
    };
    let page = first_page(context, form, problems, is_by_password);
    let response = context.respond(StatusCode::BAD_REQUEST, &page, false);
    Some(with_probe(context, response))
}

/// An answer with the cookie that says that the browser keeps cookies.
fn with_probe(context: &FormContext<'_>, mut response: HttpResponse) -> HttpResponse {
    if let Ok(probe) = HeaderValue::from_str(&probe_cookie(context).set("true")) {
        response.headers_mut().append(SET_COOKIE, probe);
    }
    response
}

fn probe_cookie(context: &FormContext<'_>) -> VisitorCookie {
    VisitorCookie::of_probe(&context.state.platform)
}

fn takes_numbers(context: &FormContext<'_>) -> bool {
    context.state.methods().contains(&IdentityType::Phone)
}

fn address_cookie(context: &FormContext<'_>) -> VisitorCookie {
    VisitorCookie::of_address(&context.state.platform)
}
