//! What goes to providers and comes from them, the same for all.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation as _;

/// The payer's kind of browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// A screen that a phone can photograph.
    Desktop,
    /// The browser of a phone.
    Mobile,
    /// The browser inside WeChat.
    WeChat,
}

impl Client {
    /// What the name that a browser gives itself tells.
    pub fn of_user_agent(user_agent: &str) -> Self {
        let has = |word| user_agent.contains(word);
        match () {
            () if has("MicroMessenger") => Self::WeChat,
            () if has("Mobile") || has("Android") || has("iPhone") => Self::Mobile,
            () => Self::Desktop,
        }
    }
}

/// An order as a provider sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentOrder {
    /// Our number: 6 to 32 letters, digits, `-` and `_`, which is what all providers take.
    pub number: String,
    /// What is to be paid, in fen.
    pub amount_fen: i64,
    /// The currency (ISO 4217): `CNY`.
    pub currency: String,
    /// What is paid for: the name of the package.
    pub product: String,
    /// Who is paid: the name of the site.
    pub shop: String,
    /// Where the payer is led afterwards: an address without a query.
    pub return_url: String,
    /// Where the provider tells what happened.
    pub notify_url: String,
    /// When it was made, which is before its payment was begun.
    pub ordered_at: DateTime<Utc>,
    /// Until when it can be paid.
    pub closes_at: DateTime<Utc>,
    /// The payer's address.
    pub client_address: String,
    /// The payer's kind of browser.
    pub client: Client,
    /// By what the provider finds it; empty before it was created, and where our number is enough.
    pub provider_reference: String,
    /// What the provider gave out for this client when the payment was begun; empty before. It opens the payment again.
    pub begun: String,
    /// How the payer is known where the provider asks for it.
    pub login: PayerLogin,
}

impl PaymentOrder {
    /// What the payer reads at the provider: what is paid for, then who is paid, as far as that fits. A text that is cut
    /// ends after a whole character of its script, with an ellipsis.
    ///
    /// - `size`: what the provider counts of a text; `max`: how much of it a title may have.
    pub fn title(&self, max: usize, size: fn(&str) -> usize) -> String {
        let whole = format!("{} {}", self.product, self.shop);
        cut_to(whole.trim(), max, size)
    }

    /// Where who did something at the provider comes back to. Alipay says so in words of its own.
    pub fn url_after_paying(&self) -> String {
        format!("{}?back=1", self.return_url)
    }

    /// Where who turned back at the provider comes back to.
    pub fn url_after_turning_back(&self) -> String {
        format!("{}?back=canceled", self.return_url)
    }
}

/// The beginning of a text of which the provider counts at most so much.
pub fn cut_to(text: &str, max: usize, size: fn(&str) -> usize) -> String {
    if size(text) <= max {
        return text.to_owned();
    }
    let room = max.saturating_sub(size(ELLIPSIS));
    let mut cut = String::new();
    for grapheme in text.graphemes(true) {
        if size(&cut) + size(grapheme) > room {
            break;
        }
        cut.push_str(grapheme);
    }
    cut.truncate(cut.trim_end().len());
    if size(ELLIPSIS) <= max {
        cut.push_str(ELLIPSIS);
    }
    cut
}

/// What stands for the rest of a text that is cut.
const ELLIPSIS: &str = "…";

/// The login of a payer at the provider, which leads back to the page of the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayerLogin {
    /// The code that the provider led back with; empty before.
    pub code: String,
    /// What it is to lead back with unchanged.
    pub state: String,
}

/// How a payer goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checkout {
    /// To a page of the provider.
    Redirect {
        /// The page.
        url: String,
        /// By what the provider finds the order.
        reference: String,
    },
    /// With the provider's app, which reads this text from a code that is drawn.
    Code {
        /// The text.
        text: String,
        /// By what the provider finds the order.
        reference: String,
    },
    /// To a login of the provider, which leads back with a code. Nothing is begun yet.
    Login {
        /// The page.
        url: String,
    },
    /// With the app that shows this page.
    InApp {
        /// What the page hands to the app: a JSON object.
        call: String,
        /// What opens the payment again.
        begun: String,
        /// By what the provider finds the order.
        reference: String,
    },
}

/// A payment that was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The provider's number of it.
    pub reference: String,
    /// The amount, in fen.
    pub amount_fen: i64,
    /// The currency (ISO 4217), in upper case.
    pub currency: String,
    /// When the provider received it.
    pub paid_at: DateTime<Utc>,
}

/// What became of an order at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentState {
    /// Nobody paid yet.
    Pending,
    /// The payer did what is theirs, and the money is not here yet: a bank may need days. Nobody can pay it once more.
    OnItsWay,
    /// What the payer did came to nothing; the payment can be begun anew.
    Failed,
    /// It is paid.
    Paid(Payment),
    /// Nobody can pay it any more, or nobody ever began to.
    Closed,
}

/// What became of an order at the provider, under every number that it has there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// The payments that were received.
    pub payments: Vec<Payment>,
    /// Whether money may still come under one of the numbers.
    pub is_open: bool,
    /// How far a payment is that did not come in; none when it waits for its payer.
    pub progress: Option<Progress>,
}

/// How far a payment is that was begun and did not come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Progress {
    /// The payer did what is theirs.
    OnItsWay,
    /// What the payer did came to nothing.
    Failed,
    /// The page or the code of the provider ended before it was paid.
    Expired,
}

impl Inquiry {
    /// The same, with what was found under other numbers or keys.
    pub fn with(mut self, more: Self) -> Self {
        let found = [self.progress, more.progress];
        self.is_open |= more.is_open;
        for payment in more.payments {
            if self
                .payments
                .iter()
                .all(|known| known.reference != payment.reference)
            {
                self.payments.push(payment);
            }
        }
        self.progress = match () {
            () if found.contains(&Some(Progress::OnItsWay)) => Some(Progress::OnItsWay),
            () if self.is_open || !self.payments.is_empty() => None,
            () if found.contains(&Some(Progress::Failed)) => Some(Progress::Failed),
            () => found.into_iter().flatten().next(),
        };
        self
    }
}

impl From<PaymentState> for Inquiry {
    fn from(state: PaymentState) -> Self {
        let is_open = matches!(state, PaymentState::Pending | PaymentState::OnItsWay);
        let progress = match state {
            PaymentState::OnItsWay => Some(Progress::OnItsWay),
            PaymentState::Failed => Some(Progress::Failed),
            PaymentState::Closed => Some(Progress::Expired),
            PaymentState::Pending | PaymentState::Paid(_) => None,
        };
        Self {
            progress,
            payments: match state {
                PaymentState::Paid(payment) => vec![payment],
                _ => Vec::new(),
            },
            is_open,
        }
    }
}

/// What a provider says to the request to end an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// Nobody can pay it any more.
    Closed,
    /// It cannot be ended: it was paid, or it had ended. The provider is to be asked which.
    Refused,
}

/// A request to send money back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundOrder {
    /// Our number of the refund, unlike every other.
    pub number: String,
    /// Our number of the order.
    pub order_number: String,
    /// When the order was made.
    pub ordered_at: DateTime<Utc>,
    /// The provider's number of the payment.
    pub payment_reference: String,
    /// What goes back, in fen.
    pub amount_fen: i64,
    /// What was paid, in fen.
    pub payment_fen: i64,
    /// The currency, by its code.
    pub currency: String,
    /// What the payer reads; may be empty.
    pub reason: String,
    /// Where the provider tells what happened.
    pub notify_url: String,
}

/// What becomes of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundState {
    /// The provider works on it.
    Pending,
    /// The money is back.
    Succeeded,
    /// The money stays.
    Failed,
}

/// What a provider tells about money that goes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// Our number of the refund, or the provider's when it was made there.
    pub reference: String,
    /// The provider's number of the payment.
    pub payment_reference: String,
    /// How much, in fen.
    pub amount_fen: i64,
    /// Whether the amount is the sum of all refunds of the payment so far, and not of this one.
    pub is_total: bool,
    /// The currency; none when the provider does not say.
    pub currency: Option<String>,
    /// What became of it.
    pub state: RefundState,
}

/// How a payment stands that its payer disputes with the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisputeState {
    /// It is not decided. The provider may hold the money meanwhile.
    Open,
    /// The money stays.
    Won,
    /// The money is gone.
    Lost,
}

/// What a provider tells about a payment that its payer disputes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The provider's number of it.
    pub reference: String,
    /// The provider's number of the payment.
    pub payment_reference: String,
    /// What is disputed, in the smallest unit of the currency.
    pub amount: i64,
    /// The currency, by its code in upper case: that of the payer's card, it may be another one than that of the payment.
    pub currency: String,
    /// Why, in the provider's word.
    pub reason: String,
    /// How it stands.
    pub state: DisputeState,
    /// Until when it is to be answered at the provider; none when there is nothing to answer.
    pub answer_by: Option<DateTime<Utc>>,
    /// When this was so: what is older changes nothing.
    pub told_at: DateTime<Utc>,
}

/// The disputes that a provider knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disputes {
    /// Those that it listed.
    pub listed: Vec<Dispute>,
    /// Why the present keys may not read them; none when they may. Former keys may have listed theirs all the same.
    pub refused: Option<PaymentError>,
}

/// What was posted to a hook.
#[derive(Clone, Copy)]
pub struct NotificationRequest<'a> {
    /// The body, byte for byte.
    pub body: &'a [u8],
    /// Finds a header by its name in lower case.
    pub header: &'a dyn Fn(&str) -> Option<String>,
}

/// What a provider tells, proved to be of the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The provider's number of the event: the same when it comes again.
    pub event_id: String,
    /// Our number of the order; none when the provider does not say.
    pub order_number: Option<String>,
    /// What happened.
    pub kind: NotificationKind,
    /// True when it is about the account that is configured.
    pub is_own_merchant: bool,
    /// True when only keys prove it that others took the place of.
    pub is_by_former_keys: bool,
    /// What is kept of it: text without secrets.
    pub body: String,
}

impl Notification {
    /// The provider's number of the payment that it is about.
    pub fn payment_reference(&self) -> Option<&str> {
        match &self.kind {
            NotificationKind::Paid(payment) => Some(&payment.reference),
            NotificationKind::Refunded(refund) => Some(&refund.payment_reference),
            NotificationKind::Disputed(dispute) => Some(&dispute.payment_reference),
            NotificationKind::Progressed | NotificationKind::Other => None,
        }
    }
}

/// What a provider tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotificationKind {
    /// Money came in.
    Paid(Payment),
    /// Money goes back.
    Refunded(Refund),
    /// The payer disputes a payment.
    Disputed(Dispute),
    /// How far a payment is that did not come in: events come in any order, so the provider is asked.
    Progressed,
    /// Something that changes nothing here.
    Other,
}

/// Why a notification is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotificationError {
    /// There is no signature, or a wrong one.
    #[error("the signature is wrong")]
    Signature,
    /// It names a key that is not set, or none.
    #[error("the serial number of the key is missing or unknown")]
    Serial,
    /// It was signed too long ago, or in the future.
    #[error("the timestamp is outside the window")]
    Timestamp,
    /// It is signed and cannot be read.
    #[error("the body cannot be read")]
    Body,
}

/// Why a provider did not do something. No text of it holds a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// It cannot be reached, takes too long or is out of order.
    #[error("the provider cannot be reached: {0}")]
    Unavailable(String),
    /// It does not accept the keys.
    #[error("the provider does not accept the keys: {0}")]
    Keys(String),
    /// What it answers is signed, and not by the key that is set as its own. Only a check of the keys says so: elsewhere
    /// such an answer cannot be believed.
    #[error("the provider signs with another key than the one that is set: {0}")]
    ForeignKey(String),
    /// The payer did what is theirs already: the order is paid, or a bank is at work. Nobody is to pay it once more.
    #[error("the payment is made already, or on its way")]
    UnderWay,
    /// It answers no, with a code of its own.
    #[error("the provider refuses: {0}")]
    Refused(String),
    /// Its answer is not signed by it, or cannot be read.
    #[error("the answer of the provider cannot be believed: {0}")]
    Answer(String),
}

/// The literal answer to a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The media type.
    pub media_type: &'static str,
    /// The body.
    pub body: &'static str,
}

/// Which key cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyProblem {
    /// The key by which requests are signed or sent.
    Private,
    /// The key by which what the provider says is proved.
    Provider,
    /// The second key by which what the provider says is proved, while it changes from one to the other.
    SecondProvider,
    /// The key by which what the provider says is decrypted.
    Decryption,
    /// The ID of the provider's key.
    Id,
    /// The ID of the provider's second key.
    SecondId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_what_is_paid_for_and_of_the_site_what_fits() {
        let title = |product: &str, shop: &str, max| {
            let order = PaymentOrder {
                number: String::new(),
                amount_fen: 1,
                currency: "CNY".to_owned(),
                product: product.to_owned(),
                shop: shop.to_owned(),
                return_url: String::new(),
                notify_url: String::new(),
                ordered_at: DateTime::UNIX_EPOCH,
                closes_at: DateTime::UNIX_EPOCH,
                client_address: String::new(),
                client: Client::Desktop,
                provider_reference: String::new(),
                begun: String::new(),
                login: PayerLogin::default(),
            };
            order.title(max, str::len)
        };
        assert_eq!(title("年度会员", "墨砚手册", 127), "年度会员 墨砚手册");
        assert_eq!(title("年度会员", "", 127), "年度会员");
        // 42 Chinese characters have 126 bytes.
        let long = title("年度会员", &"长".repeat(60), 127);
        assert_eq!(long, format!("年度会员 {}…", "长".repeat(37)));
        assert!(long.len() <= 127);
        // A name that does not fit itself, and one of which nothing of the site is left.
        assert_eq!(
            title(&"会".repeat(60), "站", 127),
            format!("{}…", "会".repeat(41))
        );
        assert_eq!(title("年度会员", "墨砚手册", 15), "年度会员…");
        // A family is four people and three joiners: whole or not at all.
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
        assert_eq!(title(family, "", 24), "…");
        assert_eq!(title(&format!("{family}{family}"), "", 28), format!("{family}…"));
    }

    #[test]
    fn a_browser_says_on_what_it_runs() {
        for (user_agent, client) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36",
                Client::Desktop,
            ),
            ("", Client::Desktop),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile/15E148 Safari/604.1",
                Client::Mobile,
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36",
                Client::Mobile,
            ),
            // A tablet does not call itself mobile.
            (
                "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Safari/537.36",
                Client::Mobile,
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_0) Mobile/15E148 Safari/604.1",
                Client::Mobile,
            ),
            (
                "Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0.50",
                Client::WeChat,
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) WindowsWechat MicroMessenger/7.0",
                Client::WeChat,
            ),
        ] {
            assert_eq!(Client::of_user_agent(user_agent), client, "{user_agent}");
        }
    }
}
