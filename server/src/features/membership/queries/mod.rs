//! What is stored about memberships.

mod coupons;
mod grants;
mod orders;

pub use coupons::*;
pub use grants::*;
pub use orders::*;
