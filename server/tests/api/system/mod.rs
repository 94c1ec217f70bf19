//! Health, version, and what the API answers to everything it does not know.

mod dev_clock;
mod documented_routes;
mod get_health;
mod unknown_route;
