//! The listener for the operator's monitoring, apart from the one for people: it answers `/metrics` and nothing else.

use actix_web::dev::{Server, ServerHandle};
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{App, HttpResponse, HttpServer};
use anyhow::Context as _;
use moyan_foundation::{AppState, metrics};

use super::serve::listen;

/// Registers the route.
pub fn routes(cfg: &mut ServiceConfig) {
    cfg.route("/metrics", web::get().to(get_metrics));
}

async fn get_metrics(state: Data<AppState>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(metrics::page(&state))
}

/// Starts the listener where `METRICS_ADDRESS` says so; nothing without it. The handle stops it.
pub fn start(state: &AppState, address: Option<&(String, u16)>) -> anyhow::Result<Option<ServerHandle>> {
    let Some((host, port)) = address else {
        return Ok(None);
    };
    let server = server(state, host, *port)
        .with_context(|| format!("METRICS_ADDRESS: cannot listen on {host}:{port}"))?;
    let handle = server.handle();
    actix_web::rt::spawn(server);
    Ok(Some(handle))
}

fn server(state: &AppState, host: &str, port: u16) -> anyhow::Result<Server> {
    let state = state.clone();
    let mut server = HttpServer::new(move || App::new().app_data(Data::new(state.clone())).configure(routes))
        // Nobody asks often.
        .workers(1)
        .disable_signals();
    for socket in listen(host, port)? {
        server = server.listen(socket.into())?;
    }
    for address in server.addrs() {
        tracing::info!("metrics on http://{address}/metrics");
    }
    Ok(server.run())
}
