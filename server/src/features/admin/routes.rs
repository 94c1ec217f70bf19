use crate::error::AppError;
use actix_web::HttpResponse;
pub async fn get_admin_overview() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_all_teams() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_audit_entries() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_mails() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_users() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn resume_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn resume_user() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn retry_mail() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn set_admin_role() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn set_plan() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn suspend_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn suspend_user() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
