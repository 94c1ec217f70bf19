//! Orders: their states, and what is computed of them without a table.

mod discount;
mod model;
mod outside;
mod timeline;
mod transitions;

pub use discount::{CouponTerms, discount_fen};
pub use model::{NewOrder, Order, PackageSnapshot, PaymentReceived, RefundReceived};
pub use outside::{DisputeStatus, RefundStatus};
pub use timeline::OrderEventKind;
pub use transitions::{OrderEvent, OrderStatus, Problem, next};
