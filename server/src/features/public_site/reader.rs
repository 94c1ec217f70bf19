//! Who reads: found once for each request, before anything of the site is looked at.

use actix_web::{HttpRequest, web};

use super::memory::Loaded;
use super::policy::Place;
use crate::gate::Audience;
use crate::state::AppState;

/// Who reads a page.
#[derive(Clone, Debug)]
pub struct Reader {
    pub audience: Audience,
    /// False when nobody can say who it is, because the database is away: then only what guests read in full is
    /// given, and nothing of it says that there is more.
    pub is_known: bool,
}

impl Reader {
    /// Somebody who is not logged in.
    pub fn guest() -> Self {
        Self {
            audience: Audience::Guest,
            is_known: true,
        }
    }

    /// True for those whose pages stand in memory and in caches: everybody but visitors with an account.
    pub fn is_anonymous(&self) -> bool {
        self.is_known && self.audience == Audience::Guest
    }
}

/// Finds who reads.
pub async fn find_reader(
    _request: &HttpRequest,
    _state: &web::Data<AppState>,
    _loaded: &Loaded,
    _place: Place,
) -> Reader {
    Reader::guest()
}
