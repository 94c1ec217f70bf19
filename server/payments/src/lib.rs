//! Ways to be paid: requests to providers, their signatures, what they tell.
//!
//! Nothing here knows the table of orders, visitors or pages: `features/membership` asks and stores. Every call blocks
//! on the network for at most ten seconds, so it runs where no request is answered: on the blocking pool or in a job.
//!
//! Start reading at [`PaymentProvider`]; each provider is a module of its own.

mod alipay;
mod dates;
mod former;
mod http;
mod model;
mod rsa;
mod stripe;
mod wechat_pay;

use chrono::{DateTime, Utc};

pub use alipay::{Alipay, AlipayAccount};
pub use former::{Former, WithFormer};
pub use http::{Observer, ProviderHttp};
pub use model::{
    Checkout, Client, Closing, Dispute, DisputeState, Disputes, Inquiry, KeyProblem, Notification,
    NotificationError, NotificationKind, NotificationRequest, PayerLogin, Payment, PaymentError,
    PaymentOrder, PaymentState, Progress, Refund, RefundOrder, RefundState, Reply, cut_to,
};
pub use stripe::{Stripe, StripeAccount};
pub use wechat_pay::{WeChatPay, WeChatPayAccount, WeChatUrls};

/// One way to be paid. Nothing of it knows an order's table.
pub trait PaymentProvider: Send + Sync {
    /// Whose account the keys are of, when they say so: other keys of the same one know the same.
    fn account(&self) -> Option<String> {
        None
    }

    /// Begins a payment: where or with what the payer pays.
    fn create(&self, order: &PaymentOrder) -> Result<Checkout, PaymentError>;

    /// Reads what was posted to the hook, once its signature proved where it comes from.
    fn verify_notification(
        &self,
        request: &NotificationRequest<'_>,
    ) -> Result<Notification, NotificationError>;

    /// Whether what was posted to the hook and is not believed looks like the provider's own: it has a signature of its
    /// form, and names this merchant where the provider names one. Anybody can post something else.
    fn is_like_own(&self, _request: &NotificationRequest<'_>) -> bool {
        false
    }

    /// Asks what became of an order.
    fn query(&self, order: &PaymentOrder) -> Result<PaymentState, PaymentError>;

    /// Asks what became of an order under every number that it has at the provider.
    fn query_all(&self, order: &PaymentOrder) -> Result<Inquiry, PaymentError> {
        self.query(order).map(Inquiry::from)
    }

    /// The reference of an order that was begun again. A provider that keeps what was begun before keeps its number.
    fn joined_reference(&self, _known: &str, new: &str) -> String {
        new.to_owned()
    }

    /// Sends money back. The same number asked for twice sends it once.
    fn refund(&self, refund: &RefundOrder) -> Result<RefundState, PaymentError>;

    /// Asks what became of a refund; none when the provider knows no refund of that number.
    fn query_refund(&self, refund: &RefundOrder) -> Result<Option<RefundState>, PaymentError>;

    /// Ends an order that nobody paid, so that nobody pays it later.
    fn close(&self, order: &PaymentOrder) -> Result<Closing, PaymentError>;

    /// The order that a payment was for, as the provider remembers it; none when it is no order of ours.
    fn order_of_payment(&self, reference: &str) -> Result<Option<String>, PaymentError>;

    /// Asks how a dispute stands; none when the provider knows no dispute of that number, or none at all.
    fn query_dispute(&self, _reference: &str) -> Result<Option<Dispute>, PaymentError> {
        Ok(None)
    }

    /// Asks for the disputes that began since then, whatever they are about. Keys that may not read them are no failure.
    fn list_disputes(&self, _since: DateTime<Utc>) -> Result<Disputes, PaymentError> {
        Ok(Disputes::default())
    }

    /// Whether the key that is set as the provider's is the merchant's own.
    fn has_own_key(&self) -> bool {
        false
    }

    /// Asks for something harmless, to learn whether the keys work.
    fn check(&self) -> Result<(), PaymentError>;

    /// What the provider wants to hear after a notification: that it arrived for good, or that it is to come again.
    fn reply(&self, is_done: bool) -> Reply;
}
