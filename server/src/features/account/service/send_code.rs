//! Sending codes.

use diesel::Connection as _;
use moyan_domain::IdentityType;
use moyan_domain::limits::CODE_LIFETIME_MINUTES;
use moyan_foundation::access::Caller;
use moyan_foundation::credentials::issue_code;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use moyan_foundation::state::AppState;
use moyan_mail::{MailTemplate, Recipient};

use super::form::{parse_identifier, require_method};
use super::passwords::reset_url;
use crate::features::account::code::{self, AccountCode};
use crate::features::account::dto::{CodePurpose, SendCodeRequest};
use crate::features::account::queries;
use crate::features::mail::Outbox as _;

/// Sends a code, or the mail in its place. Does the same work whether or not the account exists.
pub async fn send_code(
    state: &AppState,
    client: Client,
    caller: Option<Caller>,
    request: SendCodeRequest,
) -> Result<(), AppError> {
    let identifier = parse_identifier(request.identity_type, &request.identifier)?;
    let purpose = request.purpose;
    if purpose == CodePurpose::Bind && caller.is_none() {
        return Err(Refusal::LoginRequired.into());
    }
    require_method(state, identifier.kind())?;
    let own = state.clone();
    let per_day = match identifier.kind() {
        IdentityType::Email => state.mail.email_codes_per_day,
        IdentityType::Phone => state.mail.sms_codes_per_day,
    };
    state
        .db
        .run(move |connection| {
            code::count_request(connection, &own.tokens, &client, &identifier, per_day)?;
            connection.transaction(|connection| {
                let user = queries::find_user_by(connection, &identifier)?;
                let subject = AccountCode {
                    recipient: identifier,
                    purpose,
                };
                let code = issue_code(connection, &own.tokens, &subject, client.now)?;
                let code = MailTemplate::Code {
                    code,
                    minutes: CODE_LIFETIME_MINUTES,
                };
                let known = user.is_some();
                let recipient = Recipient {
                    identifier: subject.recipient,
                    language: user.map_or(client.language, |user| user.locale),
                };
                match (purpose, known) {
                    (CodePurpose::Register, true) => {
                        let mail = MailTemplate::AlreadyRegistered {
                            login_url: format!("{}/login", own.platform.public_url),
                            reset_url: reset_url(&own),
                        };
                        mail.enqueue(connection, &recipient)?;
                    }
                    (CodePurpose::Login | CodePurpose::Reset, false) => {
                        code.enqueue_and_discard(connection, &recipient)?;
                    }
                    _ => {
                        code.enqueue(connection, &recipient)?;
                    }
                }
                Ok(())
            })
        })
        .await
}
