//! The account page and its forms.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use moyan_domain::{FieldProblem, VisitorSessionId};
use moyan_foundation::error::{AppError, Refusal};

use super::membership_panel::membership_panel;
use super::{FormContext, Submitted};
use crate::features::account::TypedCode;
use crate::features::membership::service as membership;
use crate::features::public_site::pages::account::{self, Account, Part};
use crate::features::public_site::pages::fields::Problems;
use crate::features::public_site::pages::plans::RedeemField;
use crate::features::visitor::Visitor;
use crate::features::visitor::service::{self, Proof, ProvedAction};

/// Where somebody who is not logged in is led, and comes back from.
const LOGIN: &str = "/login?from=%2Faccount";

/// The account page.
pub async fn get_account(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(LOGIN));
    };
    let words = context.words();
    let sent = match context.query("sent").as_str() {
        "password" => Some(ProvedAction::SetPassword),
        "delete" => Some(ProvedAction::Delete),
        _ => None,
    };
    let notice = match (context.query("done").as_str(), sent) {
        (_, Some(_)) => words.code_sent,
        ("profile", _) => words.profile_saved,
        ("password", _) => words.password_saved,
        ("devices", _) => words.devices_saved,
        ("reminders", _) => words.reminders_saved,
        ("redeemed", _) => context.page_context(true).words.buying.redeemed,
        _ => "",
    };
    let shown = Filled {
        notice,
        sent,
        ..Filled::default()
    };
    render(context, &visitor, shown, None).await
}

/// Everything that is stored about the account, as a file.
pub async fn get_export(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(LOGIN));
    };
    let client = context.client().await?;
    let mut export = service::export(context.state, client, &visitor).await?;
    let (orders, memberships) = context
        .state
        .db
        .run(move |connection| membership::export_of_visitor(connection, visitor.site_id, visitor.id))
        .await?;
    if let Some(export) = export.as_object_mut() {
        export.insert("orders".to_owned(), orders);
        export.insert("memberships".to_owned(), memberships);
    }
    let file = serde_json::to_vec_pretty(&export).map_err(|error| AppError::Internal(error.to_string()))?;
    Ok(HttpResponse::Ok()
        .content_type("application/json; charset=utf-8")
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"account.json\""))
        .body(file))
}

/// Ends the session, and makes the browser forget the token whether or not there was one.
pub async fn post_logout(context: &FormContext<'_>, _form: &Submitted) -> Result<HttpResponse, AppError> {
    if let Some(hash) = context.token_hash() {
        let site_id = context.site_id();
        context
            .state
            .db
            .run(move |connection| service::end_session(connection, site_id, &hash))
            .await?;
    }
    Ok(context.redirect_with("/", &[context.cookie().clear()]))
}

/// Changes the name.
pub async fn post_profile(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(LOGIN));
    };
    let (own, nickname) = (visitor.clone(), form.text("nickname").to_owned());
    let done = context
        .state
        .db
        .run(move |connection| service::update_nickname(connection, &own, &nickname))
        .await;
    let shown = Filled {
        typed_nickname: Some(form.text("nickname")),
        ..Filled::default()
    };
    answer(
        context,
        &visitor,
        Part::Profile,
        shown,
        done.map(|()| "/account?done=profile"),
    )
    .await
}

/// Sets a password.
pub async fn post_password(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(LOGIN));
    };
    let done = async {
        let passwords = (
            form.text("passwd").to_owned(),
            form.text("passwdConfirmPasswd").to_owned(),
        );
        let proof = proof_of(form)?;
        let client = context.client().await?;
        service::set_password(
            context.state,
            context.login_site(),
            client,
            &visitor,
            proof,
            passwords,
        )
        .await
    };
    let done = done.await.map(|()| "/account?done=password");
    let shown = Filled::after(form, ProvedAction::SetPassword);
    answer(context, &visitor, Part::Password, shown, done).await
}

/// Has a code sent that proves an action.
pub async fn post_code(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(LOGIN));
    };
    let (action, part, path) = match form.text("for") {
        "password" => (
            ProvedAction::SetPassword,
            Part::Password,
            "/account?sent=password#password",
        ),
        "delete" => (
            ProvedAction::Delete,
            Part::Deletion,
            "/account?sent=delete#delete",
        ),
        _ => return Err(Refusal::BadRequest.into()),
    };
    let client = context.client().await?;
    let site = context.login_site();
    let done = service::send_proof_code(context.state, site, client, &visitor, action).await;
    answer(context, &visitor, part, Filled::default(), done.map(|()| path)).await
}

/// Ends a session, or all but this one.
pub async fn post_devices(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(LOGIN));
    };
    let session = form.text("session");
    let session_id: Option<VisitorSessionId> = match session {
        "others" => None,
        id => Some(id.parse().map_err(|_| Refusal::BadRequest)?),
    };
    context
        .state
        .db
        .run(move |connection| match session_id {
            Some(id) => service::end_session_of(connection, &visitor, id),
            None => service::end_other_sessions(connection, &visitor),
        })
        .await?;
    Ok(context.redirect("/account?done=devices#devices"))
}

/// Changes whether mails come before a membership ends.
pub async fn post_reminders(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(LOGIN));
    };
    let is_reminded = form.filled("isReminded").is_some();
    context
        .state
        .db
        .run(move |connection| service::update_reminders(connection, &visitor, is_reminded))
        .await?;
    Ok(context.redirect("/account?done=reminders#mails"))
}

/// Deletes the account.
pub async fn post_deletion(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let Some(visitor) = context.visitor()? else {
        return Ok(context.redirect(LOGIN));
    };
    let done = async {
        let missing = || AppError::invalid("currentPasswd", FieldProblem::Required);
        let proof = proof_of(form)?.ok_or_else(missing)?;
        let client = context.client().await?;
        service::delete_account(context.state, client, &visitor, proof).await
    };
    match done.await {
        Ok(()) => Ok(context.redirect_with("/login?done=deletion", &[context.cookie().clear()])),
        Err(error) => {
            let shown = Filled::after(form, ProvedAction::Delete);
            answer(context, &visitor, Part::Deletion, shown, Err(error)).await
        }
    }
}

/// Shows the page again with a redeem code that is none.
pub async fn refuse_code(
    context: &FormContext<'_>,
    visitor: &Visitor,
    refused: &RedeemField,
    error: AppError,
) -> Result<HttpResponse, AppError> {
    let shown = Filled {
        refused_code: Some(refused),
        ..Filled::default()
    };
    let problems = Problems::default();
    render(context, visitor, shown, Some((error, Part::Membership, problems))).await
}

/// The code, else the password, that a form holds.
fn proof_of(form: &Submitted) -> Result<Option<Proof>, AppError> {
    if let Some(code) = form.filled("code") {
        let typed = TypedCode::parse(code).map_err(|problem| AppError::invalid("code", problem))?;
        return Ok(Some(Proof::Code(typed)));
    }
    let passwd = form.filled("currentPasswd");
    Ok(passwd.map(|passwd| Proof::Password(passwd.to_owned())))
}

/// What the page shows of what was done before.
#[derive(Default)]
struct Filled<'a> {
    notice: &'a str,
    typed_nickname: Option<&'a str>,
    sent: Option<ProvedAction>,
    refused_code: Option<&'a RedeemField>,
}

impl Filled<'_> {
    /// After a form whose code was wrong, the field of the code is there again.
    fn after(form: &Submitted, action: ProvedAction) -> Self {
        Self {
            sent: form.filled("code").map(|_| action),
            ..Self::default()
        }
    }
}

/// Leads on, or shows the page with what is wrong with a part.
async fn answer(
    context: &FormContext<'_>,
    visitor: &Visitor,
    part: Part,
    shown: Filled<'_>,
    done: Result<&str, AppError>,
) -> Result<HttpResponse, AppError> {
    match done {
        Ok(path) => Ok(context.redirect(path)),
        Err(error) => {
            let (error, problems) = context.problems(error)?;
            render(context, visitor, shown, Some((error, part, problems))).await
        }
    }
}

async fn render(
    context: &FormContext<'_>,
    visitor: &Visitor,
    shown: Filled<'_>,
    wrong: Option<(AppError, Part, Problems)>,
) -> Result<HttpResponse, AppError> {
    let (own, client) = (visitor.clone(), context.client().await?);
    let max_devices = context.login_site().max_devices;
    let details = context
        .state
        .db
        .run(move |connection| service::details(connection, &own, &client, max_devices))
        .await?;
    let (error, problems) = match wrong {
        Some((error, part, problems)) => (Some(error), Some((part, problems))),
        None => (None, None),
    };
    let account = Account {
        visitor,
        details: &details,
        max_devices,
        notice: shown.notice,
        typed_nickname: shown.typed_nickname,
        sent: shown.sent,
        problems,
        first: membership_panel(context, visitor, shown.refused_code).await?,
    };
    let page = account::page(&context.page_context(true), &account);
    Ok(match error {
        Some(error) => context.respond_again(&error, &page, true, "/account"),
        None => context.respond(StatusCode::OK, &page, true),
    })
}
