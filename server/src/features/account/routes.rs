use crate::error::AppError;
use actix_web::HttpResponse;
pub async fn cancel_deletion() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn change_identifier() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn change_password() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn delete_avatar() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn delete_other_sessions() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn delete_session() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn export_account() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn get_avatar() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn is_login() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_sessions() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn login_by_identifier() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn logout() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn register_by_identifier() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn request_deletion() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn reset_password() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn send_code() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn update_account() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn upload_avatar() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
