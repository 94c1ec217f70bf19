//! What the console shows and does of orders and members. Source: `docs/membership.md`, Routes of the console.

use actix_web::http::Method;
use moyan_domain::{Feature, PaymentMethod};
use moyan_foundation::access::Action;
use moyan_foundation::http::pagination::{CURSOR, LIMIT};
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};

use super::EntitlementState;
use super::order::OrderStatus;

mod member_dto;
mod member_file;
mod member_grants;
mod member_import;
mod member_list;
mod member_queries;
mod member_routes;
mod members;
mod order_dto;
mod order_file;
mod order_queries;
mod order_routes;
mod orders;

pub use orders::export_for_operator;

const ORDERS: Access = Access::Team(Action::ManageOrders);

const SEARCH: QueryParameter = QueryParameter {
    name: "search",
    description: "Part of an address, or of a number or name; at most 100 characters",
    kind: QueryKind::Text,
};

/// What the list of orders takes.
const ORDER_QUERY: &[QueryParameter] = &[
    CURSOR,
    LIMIT,
    SEARCH,
    QueryParameter {
        name: "status",
        description: "Only those in this state",
        kind: QueryKind::OneOf(OrderStatus::NAMES),
    },
    QueryParameter {
        name: "method",
        description: "Only those that are paid so",
        kind: QueryKind::OneOf(PaymentMethod::NAMES),
    },
    QueryParameter {
        name: "problem",
        description: "Only those with this problem; `any` for each problem",
        kind: QueryKind::OneOf(orders::PROBLEMS),
    },
    QueryParameter {
        name: "from",
        description: "Only those made at this moment or later",
        kind: QueryKind::Text,
    },
    QueryParameter {
        name: "to",
        description: "Only those made before this moment",
        kind: QueryKind::Text,
    },
];

/// What the list of members takes.
const MEMBER_QUERY: &[QueryParameter] = &[
    CURSOR,
    LIMIT,
    SEARCH,
    QueryParameter {
        name: "state",
        description: "Only those whose membership is so",
        kind: QueryKind::OneOf(EntitlementState::NAMES),
    },
    QueryParameter {
        name: "packageId",
        description: "Only those who were given this package last",
        kind: QueryKind::Id,
    },
    QueryParameter {
        name: "endsBefore",
        description: "Only those whose membership holds and ends before this moment",
        kind: QueryKind::Text,
    },
    QueryParameter {
        name: "sort",
        description: "What the list is ordered by; `createdAt` when absent",
        kind: QueryKind::OneOf(member_dto::MemberSort::NAMES),
    },
];

/// What the export of members takes: the list without its pages.
const MEMBER_FILTER: &[QueryParameter] = MEMBER_QUERY.split_at(2).1;

/// The routes of orders and members. What was sold is looked after when the plan has ended, too: only giving
/// memberships needs it.
pub fn routes() -> Vec<Route> {
    [order_routes(), decision_routes(), member_routes()].concat()
}

/// Orders, as they are read.
fn order_routes() -> Vec<Route> {
    use order_dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/orders",
            "list_orders",
            "The orders of a site, the newest first, with how many are in each state",
            ORDERS,
            order_routes::list_orders,
        )
        .query(ORDER_QUERY)
        .answers::<OrderPageDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/orders/todo",
            "get_orders_todo",
            "What waits for the team, and the revenue of 30 days",
            ORDERS,
            order_routes::get_orders_todo,
        )
        .answers::<OrdersTodoDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/orders/export",
            "export_orders",
            "All orders as CSV",
            ORDERS,
            order_routes::export_orders,
        )
        .answers_bytes(&["text/csv"]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/orders/{orderId}",
            "get_order",
            "An order with all that happened",
            ORDERS,
            order_routes::get_order,
        )
        .answers::<OrderDetailDto>(),
    ]
}

/// What the team decides about an order.
fn decision_routes() -> Vec<Route> {
    use order_dto::*;
    vec![
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/confirm",
            "confirm_order",
            "Money that was paid by hand is there",
            ORDERS,
            order_routes::confirm_order,
        )
        .idempotent()
        .takes::<ConfirmOrderRequest>()
        .answers::<OrderDto>()
        .fails(&[(409, "order.transition")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/reject",
            "reject_order",
            "Money that was to be paid by hand was not found",
            ORDERS,
            order_routes::reject_order,
        )
        .takes::<RejectOrderRequest>()
        .answers::<OrderDto>()
        .fails(&[(409, "order.transition")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/refund",
            "refund_order",
            "Send money back through the provider, or note that it went back by hand",
            ORDERS,
            order_routes::refund_order,
        )
        .idempotent()
        .takes::<RefundOrderRequest>()
        .answers::<OrderDto>()
        .fails(&[
            (409, "order.refundOutside"),
            (409, "paymentMethod.notSetUp"),
            (502, "paymentMethod.refused"),
        ]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/settle",
            "settle_order",
            "End the problems of an order",
            ORDERS,
            order_routes::settle_order,
        )
        .takes::<SettleOrderRequest>()
        .answers::<OrderDto>()
        .fails(&[(409, "order.transition")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/receipt",
            "resend_receipt",
            "Send the receipt of a paid order again",
            ORDERS,
            order_routes::resend_receipt,
        )
        .fails(&[(409, "order.transition")]),
    ]
}

fn member_routes() -> Vec<Route> {
    use member_dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/members",
            "list_site_members",
            "The visitors of a site and what they have, with how many there are in each state",
            ORDERS,
            member_routes::list_site_members,
        )
        .query(MEMBER_QUERY)
        .answers::<SiteMemberPageDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/members/export",
            "export_site_members",
            "The visitors of a site as CSV, which can be imported again",
            ORDERS,
            member_routes::export_site_members,
        )
        .query(MEMBER_FILTER)
        .answers_bytes(&["text/csv"]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/members/imports",
            "import_site_members",
            "Give memberships to a list of addresses, with a report of each bad line",
            ORDERS,
            member_routes::import_site_members,
        )
        .needs(Feature::MembershipPayments)
        .idempotent()
        .takes::<ImportMembersRequest>()
        .takes_up_to(moyan_domain::limits::IMPORT_MAX_BYTES)
        .answers::<ImportReportDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/members/{visitorId}",
            "get_site_member",
            "A visitor with memberships, orders and devices",
            ORDERS,
            member_routes::get_site_member,
        )
        .answers::<SiteMemberDetailDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/members/{visitorId}/view",
            "view_as_member",
            "How a visitor sees the site; it is written down that the team looked",
            ORDERS,
            member_routes::view_as_member,
        )
        .answers::<MemberViewDto>(),
        Route::new(
            Method::PATCH,
            "/api/teams/{teamId}/sites/{siteId}/members/{visitorId}",
            "update_site_member",
            "Keep a visitor out, or let them in again",
            ORDERS,
            member_routes::update_site_member,
        )
        .takes::<UpdateMemberRequest>()
        .answers::<SiteMemberDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/members/{visitorId}/grants",
            "give_membership",
            "Give a visitor a membership",
            ORDERS,
            member_routes::give_membership,
        )
        .needs(Feature::MembershipPayments)
        .idempotent()
        .takes::<GiveMembershipRequest>()
        .answers::<SiteMemberDto>()
        .fails(&[(404, "package.notFound")]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/sites/{siteId}/members/{visitorId}/grants/{grantId}",
            "revoke_membership",
            "Take a membership back",
            ORDERS,
            member_routes::revoke_membership,
        )
        .takes::<RevokeMembershipRequest>()
        .answers::<SiteMemberDto>(),
    ]
}
