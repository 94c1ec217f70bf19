//! What holds for every route, and for the server as a whole.

mod attacks;
mod database_down;
mod every_route;
mod migrations;
mod openapi;
mod requests;
mod watching;
