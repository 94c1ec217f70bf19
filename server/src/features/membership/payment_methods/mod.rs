//! How a site is paid: what is set for each method, and its keys, which are written and never read.

use actix_web::http::Method;
use moyan_domain::Feature;
use moyan_foundation::access::Action;
use moyan_foundation::route::{Access, Route};

mod dto;
mod fields;
mod former;
mod provider;
mod queries;
mod routes;
pub mod service;

pub use dto::SavePaymentMethodRequest;
pub use fields::Texts;
pub use former::sweep;
pub use provider::{MethodInUse, refusal_of};

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    use dto::PaymentMethodDto;
    let access = Access::Team(Action::ManagePayments);
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/payment-methods",
            "list_payment_methods",
            "How a site is paid: every method, set up or not",
            access,
            routes::list_payment_methods,
        )
        .answers_list::<PaymentMethodDto>(),
        Route::new(
            Method::PUT,
            "/api/teams/{teamId}/sites/{siteId}/payment-methods/{method}",
            "put_payment_method",
            "Set up a method; keys that are not sent stay as they are, and one that is on is on only when its keys work",
            access,
            routes::put_payment_method,
        )
        .needs_once_open(Feature::MembershipPayments)
        .takes::<SavePaymentMethodRequest>()
        .answers::<PaymentMethodDto>()
        .fails(&[
            (409, "paymentMethod.foreignKey"),
            (409, "paymentMethod.keysRefused"),
            (409, "paymentMethod.keysUnavailable"),
            (409, "paymentMethod.refused"),
            (409, "site.changed"),
        ]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/payment-methods/{method}/check",
            "check_payment_method",
            "Ask the provider whether the keys work",
            access,
            routes::check_payment_method,
        )
        .needs_once_open(Feature::MembershipPayments)
        .reading()
        .fails(&[
            (409, "paymentMethod.disputesRefused"),
            (409, "paymentMethod.foreignKey"),
            (409, "paymentMethod.keysRefused"),
            (409, "paymentMethod.keysUnavailable"),
            (409, "paymentMethod.notSetUp"),
            (409, "paymentMethod.refused"),
            (503, "paymentMethod.providerUnavailable"),
        ]),
    ]
}
