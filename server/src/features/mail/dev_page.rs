//! `/dev/outbox`: what was written, for developers and journeys. It is not there in production.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use moyan_domain::Language;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::accept_language::accepted_language;
use moyan_foundation::http::plain_page::{self, escape};
use moyan_foundation::state::AppState;

use super::queries::{self, MailRow, MailStatus};

/// Mails that the page shows.
const SHOWN: i64 = 100;

/// `GET /dev/outbox`: the newest mails, as a page, or as JSON when the request accepts that.
pub async fn get_outbox(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    if !state.is_development() {
        return Err(Refusal::UnknownRoute.into());
    }
    let mails = state
        .db
        .run(|connection| Ok(queries::list_mails(connection, None, None, SHOWN)?))
        .await?;
    let wants_json = request
        .headers()
        .get("accept")
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accept| accept.contains("application/json"));
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-store"));
    if wants_json {
        let items: Vec<_> = mails
            .iter()
            .map(|mail| {
                serde_json::json!({
                    "id": mail.id,
                    "channel": mail.channel,
                    "recipient": mail.recipient,
                    "template": mail.template,
                    "subject": mail.subject,
                    "body": mail.body,
                    "status": mail.status,
                    "createdAt": mail.created_at,
                })
            })
            .collect();
        return Ok(response.json(items));
    }
    let language = accepted_language(request.headers());
    Ok(response
        .content_type("text/html; charset=utf-8")
        .body(page_of(&mails, language)))
}

fn page_of(mails: &[MailRow], language: Language) -> String {
    let (title, lead, empty) = match language {
        Language::ZhCn => (
            "发件箱",
            "开发服务器写下的邮件和短信，最新的在最前。",
            "还没有写过邮件或短信。",
        ),
        Language::En => (
            "Outbox",
            "Mail and short messages of this development server, the newest first.",
            "Nothing was written yet.",
        ),
    };
    let cards: String = mails.iter().map(|mail| card(mail, language)).collect();
    let content = if cards.is_empty() {
        format!("<p class=\"empty\">{empty}</p>")
    } else {
        cards
    };
    plain_page::page(language.as_str(), title, lead, &content)
}

fn card(mail: &MailRow, language: Language) -> String {
    let status = match (mail.status, language) {
        (MailStatus::Sent, Language::ZhCn) => "<span>已发出</span>",
        (MailStatus::Sent, Language::En) => "<span>sent</span>",
        (MailStatus::Dead, Language::ZhCn) => "<span class=\"dead\">发送失败</span>",
        (MailStatus::Dead, Language::En) => "<span class=\"dead\">given up</span>",
        (MailStatus::Waiting, Language::ZhCn) => "<span>待发</span>",
        (MailStatus::Waiting, Language::En) => "<span>waiting</span>",
    };
    format!(
        "<article class=\"card\"><p class=\"meta\"><span>{recipient}</span>{status}\
         <time datetime=\"{at}\">{shown} UTC</time></p><h2>{subject}</h2><div class=\"text\">{text}</div></article>",
        recipient = escape(&mail.recipient),
        at = mail.created_at.to_rfc3339(),
        shown = mail.created_at.format("%Y-%m-%d %H:%M:%S"),
        subject = escape(&mail.subject),
        text = marked(&mail.body),
    )
}

/// The text of a mail as HTML: links can be followed, codes stand out.
fn marked(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("http://") || rest.starts_with("https://") {
            rest.find(char::is_whitespace).unwrap_or(rest.len())
        } else if first.is_ascii_digit() {
            rest.find(|character: char| !character.is_ascii_digit())
                .unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        let escaped = escape(piece);
        html.push_str(&match (first.is_ascii_digit(), length) {
            (true, 6) => format!("<code>{escaped}</code>"),
            (false, 7..) => format!("<a href=\"{escaped}\">{escaped}</a>"),
            _ => escaped,
        });
        rest = after;
    }
    html
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn a_link_can_be_followed_and_a_code_stands_out() {
        assert_eq!(
            marked("验证码是 123456，10 分钟内有效"),
            "验证码是 <code>123456</code>，10 分钟内有效"
        );
        assert_eq!(
            marked("open\n\nhttp://a.cn/?x=123456&y=\"\n\n<7>"),
            "open\n\n<a href=\"http://a.cn/?x=123456&amp;y=&quot;\">http://a.cn/?x=123456&amp;y=&quot;</a>\n\n&lt;7&gt;"
        );
        assert_eq!(marked("12345678"), "12345678");
    }
}
