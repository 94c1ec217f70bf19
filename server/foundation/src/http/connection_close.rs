//! A server that is about to stop asks its clients to close their connections (RFC 9110 §7.6.1), so that none is cut off.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::state::AppState;

/// Adds `Connection: close` to every answer of a server that is stopping.
pub async fn announce<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let state = request.app_data::<web::Data<AppState>>().cloned();
    let mut response = next.call(request).await?;
    if state.is_some_and(|state| state.is_stopping()) {
        response
            .response_mut()
            .head_mut()
            .set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}
