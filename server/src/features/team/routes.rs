use crate::error::AppError;
use actix_web::HttpResponse;
pub async fn accept_invitation() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn change_member_role() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn create_invitation() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn create_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn delete_invitation() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn delete_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn get_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn get_team_overview() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn leave_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_invitations() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_members() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_plans() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn list_teams() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn lookup_invitation() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn remove_member() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn rename_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn restore_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
pub async fn transfer_team() -> Result<HttpResponse, AppError> {
    Err(AppError::Unavailable(String::new()))
}
