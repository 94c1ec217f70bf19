//! What holds for every route, and for the server as a whole.

mod attacks;
mod busy_database;
mod database_down;
mod every_route;
mod guesses;
mod hosts;
mod idempotency;
mod jobs;
mod migrations;
mod objects;
mod openapi;
mod pooler;
mod requests;
mod successful_requests;
mod sweep;
mod watching;
