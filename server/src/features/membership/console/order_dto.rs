//! Orders as they are sent.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use moyan_domain::{OrderId, PaymentMethod, VisitorId};
use moyan_foundation::error::AppError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::order_queries::{EventRow, ListedOrder, PaymentRow, RefundRow};
use crate::features::membership::order::{
    DisputeStatus, Order, OrderEventKind, OrderStatus, PackageSnapshot, Problem, RefundStatus,
};
use crate::features::membership::queries::DisputeRow;
use crate::features::membership::service::Decision;
use crate::features::site::settings::PackagePeriod;

/// What was ordered, as it was.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderPackageDto {
    /// The package.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// How long it lasts.
    pub period: PackagePeriod,
    /// The price of the package, in fen (CNY).
    pub price_fen: i64,
}

/// An order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDto {
    /// The order.
    pub id: OrderId,
    /// The number that people and providers see.
    pub number: String,
    /// Who bought.
    pub visitor_id: VisitorId,
    /// The address of who bought.
    pub visitor_identifier: String,
    /// What was bought, as it was.
    pub package: OrderPackageDto,
    /// The price of the package, in fen (CNY).
    pub price_fen: i64,
    /// The discount of the coupon, in fen (CNY).
    pub discount_fen: i64,
    /// The amount to pay, in fen (CNY).
    pub amount_fen: i64,
    /// The amount received, in fen (CNY).
    pub paid_fen: i64,
    /// The amount refunded, in fen (CNY).
    pub refunded_fen: i64,
    /// The code of the coupon.
    pub coupon_code: Option<String>,
    /// How it is paid.
    pub method: PaymentMethod,
    /// True when it was made in test mode.
    pub is_test: bool,
    /// The state.
    pub status: OrderStatus,
    /// What is to be looked at.
    pub problems: Vec<Problem>,
    /// What the visitor wrote about the payment.
    pub payer_note: String,
    /// Why it was rejected, refunded or settled.
    pub reason: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when it is to be paid.
    pub closes_at: DateTime<Utc>,
    /// When it was paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// When it changed.
    pub updated_at: DateTime<Utc>,
}

impl TryFrom<ListedOrder> for OrderDto {
    type Error = AppError;

    fn try_from(listed: ListedOrder) -> Result<Self, AppError> {
        let ListedOrder { order, coupon_code } = listed;
        let PackageSnapshot {
            id,
            name,
            period,
            price_fen,
            ..
        } = order.package()?;
        let (method, status, problems) = (order.method, order.status, order.problems());
        let Order {
            id: order_id,
            number,
            visitor_id,
            visitor_identifier,
            ..
        } = order;
        Ok(Self {
            id: order_id,
            number,
            visitor_id,
            visitor_identifier,
            package: OrderPackageDto {
                id,
                name,
                period,
                price_fen,
            },
            price_fen: order.price_fen,
            discount_fen: order.discount_fen,
            amount_fen: order.amount_fen,
            paid_fen: order.paid_fen,
            refunded_fen: order.refunded_fen,
            coupon_code,
            method,
            is_test: order.is_test,
            status,
            problems,
            payer_note: order.payer_note,
            reason: order.reason,
            created_at: order.created_at,
            closes_at: order.closes_at,
            paid_at: order.paid_at,
            updated_at: order.updated_at,
        })
    }
}

/// A page of orders.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderPageDto {
    /// The newest first.
    pub orders: Vec<OrderDto>,
    /// Where the next page begins; none on the last.
    pub next_cursor: Option<String>,
    /// How many orders of the site are in each state.
    pub counts: BTreeMap<String, i64>,
}

/// Something that happened to an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderEventDto {
    /// The event.
    pub id: Uuid,
    /// What.
    pub kind: OrderEventKind,
    /// Its texts and numbers.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub data: Value,
    /// The member of the team who did it, by nickname; none when it happened by itself.
    pub actor_nickname: Option<String>,
    /// When it happened.
    pub created_at: DateTime<Utc>,
}

/// A payment that was received.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDto {
    /// The payment.
    pub id: Uuid,
    /// How it was paid.
    pub method: PaymentMethod,
    /// The provider's number of it.
    pub reference: String,
    /// The amount, in fen (CNY).
    pub amount_fen: i64,
    /// When the provider received it.
    pub paid_at: DateTime<Utc>,
}

/// A refund.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundDto {
    /// The refund.
    pub id: Uuid,
    /// Its number.
    pub reference: String,
    /// The amount, in fen (CNY).
    pub amount_fen: i64,
    /// Its state.
    pub status: RefundStatus,
    /// The reason that the team gave; empty for a refund that only the provider knows.
    pub reason: String,
    /// The member of the team who began it, by nickname; none for a refund that only the provider knows.
    pub actor_nickname: Option<String>,
    /// When it began.
    pub created_at: DateTime<Utc>,
}

/// An order with all that happened.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDetailDto {
    /// The order.
    pub order: OrderDto,
    /// What happened, in its order.
    pub events: Vec<OrderEventDto>,
    /// Payments that were received.
    pub payments: Vec<PaymentDto>,
    /// Refunds, those on their way included.
    pub refunds: Vec<RefundDto>,
    /// What its payer disputes with the bank.
    pub disputes: Vec<DisputeDto>,
}

/// A payment that its payer disputes with the bank.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisputeDto {
    /// The dispute.
    pub id: Uuid,
    /// The provider's number of it.
    pub reference: String,
    /// What is disputed, in the smallest unit of the currency.
    pub amount: i64,
    /// The currency (ISO 4217); it may be another one than that of the order.
    pub currency: String,
    /// The provider's word for the reason; empty when it gives none.
    pub reason: String,
    /// How it stands.
    pub status: DisputeStatus,
    /// Until when it is to be answered at the provider.
    pub answer_by: Option<DateTime<Utc>>,
    /// When it was told first.
    pub created_at: DateTime<Utc>,
}

impl From<DisputeRow> for DisputeDto {
    fn from(row: DisputeRow) -> Self {
        Self {
            id: row.id,
            reference: row.reference,
            amount: row.amount,
            currency: row.currency,
            reason: row.reason,
            status: row.status,
            answer_by: row.answer_by,
            created_at: row.created_at,
        }
    }
}

impl From<EventRow> for OrderEventDto {
    fn from(row: EventRow) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            data: row.data,
            actor_nickname: row.actor_nickname,
            created_at: row.created_at,
        }
    }
}

impl From<PaymentRow> for PaymentDto {
    fn from(row: PaymentRow) -> Self {
        Self {
            id: row.id,
            method: row.method,
            reference: row.reference,
            amount_fen: row.amount_fen,
            paid_at: row.paid_at,
        }
    }
}

impl From<RefundRow> for RefundDto {
    fn from(row: RefundRow) -> Self {
        Self {
            id: row.id,
            reference: row.reference,
            amount_fen: row.amount_fen,
            status: row.status,
            reason: row.reason,
            actor_nickname: row.actor_nickname,
            created_at: row.created_at,
        }
    }
}

/// What waits for the creator.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrdersTodoDto {
    /// Orders to confirm.
    pub n_awaiting_confirmation: i64,
    /// Orders with a problem.
    pub n_problems: i64,
    /// Members whose membership ends within seven days.
    pub n_expiring: i64,
    /// What was received in the last 30 days less refunds, in fen (CNY); test mode left out.
    #[serde(rename = "revenueFen30Days")]
    pub revenue_fen_30_days: i64,
}

/// A payment by hand that was received.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmOrderRequest {
    /// The amount received, in fen (CNY); what is missing when absent.
    pub amount_fen: Option<i64>,
    /// What the team notes for itself: at most 500 characters.
    #[serde(default)]
    pub note: String,
}

/// A payment by hand that was not found.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectOrderRequest {
    /// What the visitor reads: 1 to 500 characters.
    pub reason: String,
}

/// A refund to make.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundOrderRequest {
    /// The amount to refund, in fen (CNY).
    pub amount_fen: i64,
    /// The reason: 1 to 500 characters.
    pub reason: String,
    /// True when the team sent the money back by hand: it is only recorded.
    pub is_outside: bool,
}

/// A decision that ends the problems of an order.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettleOrderRequest {
    /// What is decided.
    pub decision: Decision,
    /// The reason: 1 to 500 characters.
    pub reason: String,
}
