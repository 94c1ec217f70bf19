//! Rules: checks, room, and the order in which store and tables are written.

use std::io::Cursor;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{Connection as _, PgConnection};
use moyan_domain::limits::{IMAGES_PER_ACCOUNT_PER_HOUR, MEDIA_IN_MEMORY};
use moyan_domain::{DiagramHash, FieldProblem, ImageKind, ImageName, KnowledgeBaseId, SiteId, TeamId};
use moyan_foundation::access::{Caller, KnowledgeBaseAccess, TeamAccess, require_writable};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::files::{Files, hash_of, new_name, temporary_file_failed};
use moyan_foundation::images::{self, CheckError, CheckedImage};
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_foundation::uploads::Decoded;
use quick_cache::sync::Cache;
use uuid::Uuid;

use super::body::ImageBody;
pub use super::collection::collect;
use super::queries::{self, FileRow, Reference};
use crate::features::team;

const UPLOADS: Allowance = Allowance::each(TimeDelta::hours(1), IMAGES_PER_ACCOUNT_PER_HOUR);

/// Gives a copy of a base its images and drawings. They are the same files, which take no room twice.
pub fn copy_references(
    connection: &mut PgConnection,
    from: KnowledgeBaseId,
    to: KnowledgeBaseId,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    queries::copy_images(connection, from, to, now)?;
    queries::copy_diagrams(connection, from, to, now)?;
    Ok(())
}

/// Bytes that the files of a team have together.
pub fn count_bytes(connection: &mut PgConnection, team_id: TeamId) -> Result<i64, AppError> {
    Ok(queries::count_bytes(connection, team_id.0)?)
}

/// Gives a team the images at public addresses of another one that a base and the settings and releases of sites name.
pub fn share_images(
    connection: &mut PgConnection,
    from: TeamId,
    to: TeamId,
    base: Option<KnowledgeBaseId>,
    sites: &[SiteId],
) -> Result<(), AppError> {
    queries::copy_team_images(connection, from, to, base, sites)?;
    Ok(())
}

/// Refuses files that came to a team since it had so many bytes, when it has no room for them.
pub fn require_room_since(
    connection: &mut PgConnection,
    team: &TeamAccess,
    used_bytes: i64,
) -> Result<(), AppError> {
    let max_bytes = team.plan.files_max_bytes();
    let now = queries::count_bytes(connection, team.team_id.0)?;
    if now > used_bytes && now > max_bytes {
        return Err(AppError::QuotaExceeded {
            used_bytes,
            max_bytes,
        });
    }
    Ok(())
}

/// Stores an image at a public address.
pub async fn upload_team_image(
    state: &AppState,
    team: &TeamAccess,
    caller: &Caller,
    body: ImageBody,
) -> Result<FileRow, AppError> {
    let checked = receive(state, caller, body).await?;
    store(
        state,
        team,
        checked,
        Reference::TeamImage(team.team_id.0, caller.user_id),
    )
    .await
}

/// Stores an image of a knowledge base. A name that is there keeps what it has: it stands for one file.
pub async fn put_image(
    state: &AppState,
    team: &TeamAccess,
    caller: &Caller,
    knowledge_base: &KnowledgeBaseAccess,
    name: ImageName,
    body: ImageBody,
) -> Result<FileRow, AppError> {
    if body.kind != name.kind {
        return Err(AppError::invalid("image", FieldProblem::ArticleImageType));
    }
    let checked = receive(state, caller, body).await?;
    store(
        state,
        team,
        checked,
        Reference::Image(knowledge_base.id.0, name.text),
    )
    .await
}

/// Stores the drawing of a diagram, in place of an older one.
pub async fn put_diagram(
    state: &AppState,
    team: &TeamAccess,
    caller: &Caller,
    knowledge_base: &KnowledgeBaseAccess,
    DiagramHash(hash): DiagramHash,
    body: ImageBody,
) -> Result<FileRow, AppError> {
    if body.kind != ImageKind::Svg {
        return Err(Refusal::UnsupportedMediaType.into());
    }
    let checked = receive(state, caller, body).await?;
    store(
        state,
        team,
        checked,
        Reference::Diagram(knowledge_base.id.0, hash),
    )
    .await
}

/// Stores an image that comes with the program at a public address, as an upload of this account. For the command
/// line: it waits for the store.
pub fn keep_team_image(
    connection: &mut PgConnection,
    files: &Files,
    team: &TeamAccess,
    user_id: Uuid,
    bytes: &[u8],
    kind: ImageKind,
) -> Result<FileRow, AppError> {
    let image = images::check(Cursor::new(bytes), kind).map_err(refusal)?;
    let file = row_of(&image);
    let referring = Referring::of(team, Reference::TeamImage(team.team_id.0, user_id));
    let known = connection.transaction(|connection| referring.clone().name_known(connection, &file))?;
    if let Some(known) = known {
        return Ok(known);
    }
    Files::wait(files.put(&file.name, image.bytes.into()))?;
    connection.transaction(|connection| referring.name_new(connection, &file))
}

/// Receives and checks a body, once there is room for it.
async fn receive(
    state: &AppState,
    caller: &Caller,
    ImageBody { kind, file }: ImageBody,
) -> Result<Decoded<CheckedImage>, AppError> {
    let key = state.tokens.keyed_hash(&["image", &caller.user_id.to_string()]);
    let now = caller.now;
    state
        .db
        .run(move |connection| throttle::hit(connection, &key, UPLOADS, now))
        .await?;
    let check = move |file| images::check(file, kind).map_err(refusal);
    state.uploads.decode(caller.user_id, file, check).await
}

fn refusal(error: CheckError) -> AppError {
    match error {
        CheckError::Problem(problem) => AppError::invalid("image", problem),
        CheckError::Io(error) => temporary_file_failed(error),
    }
}

/// Stores a file once, and writes down what refers to it.
///
/// The bytes are stored before their row: a crash between leaves bytes that nothing names, which [`collect`] removes,
/// and never a row without bytes.
async fn store(
    state: &AppState,
    team: &TeamAccess,
    image: Decoded<CheckedImage>,
    reference: Reference,
) -> Result<FileRow, AppError> {
    let file = row_of(&image.value);
    let referring = Referring::of(team, reference);
    let (known, own) = (referring.clone(), file.clone());
    let known = state
        .db
        .transaction(move |connection| known.name_known(connection, &own))
        .await?;
    if let Some(known) = known {
        return Ok(known);
    }
    let name = file.name.clone();
    let Decoded { value, held } = image;
    state.files.put(&name, value.bytes.into()).await?;
    drop(held);
    let stored = state
        .db
        .transaction(move |connection| referring.name_new(connection, &file))
        .await;
    if !stored.as_ref().is_ok_and(|stored| stored.name == name)
        && let Err(error) = state.files.delete(&name).await
    {
        // It is collected later.
        tracing::warn!(%error, name, "bytes stay in the store that nobody needs");
    }
    stored
}

fn row_of(image: &CheckedImage) -> FileRow {
    let hash = hash_of(&image.bytes);
    FileRow {
        name: new_name(&hash),
        hash,
        media_type: image.kind.media_type().to_owned(),
        n_bytes: i64::try_from(image.bytes.len()).unwrap_or(i64::MAX),
        width: i32::try_from(image.width).unwrap_or(i32::MAX),
        height: i32::try_from(image.height).unwrap_or(i32::MAX),
    }
}

/// A reference that a team makes to a file.
#[derive(Clone)]
struct Referring {
    team_id: Uuid,
    /// Bytes that the files of the team may have together.
    max_bytes: i64,
    reference: Reference,
}

impl Referring {
    fn of(team: &TeamAccess, reference: Reference) -> Self {
        Self {
            team_id: team.team_id.0,
            max_bytes: team.plan.files_max_bytes(),
            reference,
        }
    }

    /// Refers to a file that is stored already; none when equal bytes are not. Refuses what there is no room for, so
    /// that nothing is stored for it.
    fn name_known(self, connection: &mut PgConnection, file: &FileRow) -> Result<Option<FileRow>, AppError> {
        self.begin(connection)?;
        if let Some(kept) = self.kept(connection, file)? {
            return Ok(Some(kept));
        }
        let Some(known) = queries::keep_file(connection, &file.hash)? else {
            let used_bytes = queries::count_bytes(connection, self.team_id)?;
            self.check_room(used_bytes, file.n_bytes)?;
            return Ok(None);
        };
        self.refer(connection, &known)?;
        Ok(Some(known))
    }

    /// Writes down a file whose bytes were stored, or refers to equal bytes that somebody stored meanwhile.
    fn name_new(self, connection: &mut PgConnection, file: &FileRow) -> Result<FileRow, AppError> {
        self.begin(connection)?;
        if let Some(kept) = self.kept(connection, file)? {
            return Ok(kept);
        }
        queries::insert_file(connection, file)?;
        let stored = queries::keep_file(connection, &file.hash)?
            .ok_or_else(|| AppError::Internal("a file that was written down is not there".to_owned()))?;
        self.refer(connection, &stored)?;
        Ok(stored)
    }

    /// Nobody else takes the same room, and the base stays as it is. One that was put away, or given to another team,
    /// since the request began takes nothing.
    fn begin(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        team::service::lock_room(connection, TeamId(self.team_id))?;
        let (Reference::Image(id, _) | Reference::Diagram(id, _)) = self.reference else {
            return Ok(());
        };
        let (status, is_in_bin) =
            queries::hold_base(connection, self.team_id, id)?.ok_or(Refusal::KnowledgeBaseNotFound)?;
        Ok(require_writable(status, is_in_bin)?)
    }

    /// What the name has already, when it keeps that: the first image of its name, or the same drawing.
    fn kept(&self, connection: &mut PgConnection, file: &FileRow) -> Result<Option<FileRow>, AppError> {
        let there = queries::find_reference(connection, &self.reference)?;
        Ok(there.filter(|there| matches!(self.reference, Reference::Image(..)) || there.hash == file.hash))
    }

    fn refer(&self, connection: &mut PgConnection, file: &FileRow) -> Result<(), AppError> {
        let before = queries::count_bytes(connection, self.team_id)?;
        queries::insert_reference(connection, &self.reference, &file.hash)?;
        let after = queries::count_bytes(connection, self.team_id)?;
        // What takes no room is taken, also by a team whose plan has become smaller.
        if after > before {
            self.check_room(before, after - before)?;
        }
        Ok(())
    }

    fn check_room(&self, used_bytes: i64, n_bytes: i64) -> Result<(), AppError> {
        let max_bytes = self.max_bytes;
        if used_bytes + n_bytes > max_bytes {
            return Err(AppError::QuotaExceeded {
                used_bytes,
                max_bytes,
            });
        }
        Ok(())
    }
}

/// An image of a knowledge base.
pub async fn find_image(state: &AppState, id: Uuid, name: ImageName) -> Result<FileRow, AppError> {
    state
        .db
        .run(move |connection| {
            Ok(queries::find_image(connection, id, &name.text)?.ok_or(Refusal::ImageNotFound)?)
        })
        .await
}

/// The drawing of a diagram of a knowledge base.
pub async fn find_diagram(
    state: &AppState,
    id: Uuid,
    DiagramHash(hash): DiagramHash,
) -> Result<FileRow, AppError> {
    state
        .db
        .run(move |connection| {
            Ok(queries::find_diagram(connection, id, &hash)?.ok_or(Refusal::DiagramNotFound)?)
        })
        .await
}

/// Images at public addresses that were found lately, by their hashes: pages in memory show them while the database is
/// away.
struct KnownMedia(Cache<String, FileRow>);

impl Default for KnownMedia {
    fn default() -> Self {
        Self(Cache::new(MEDIA_IN_MEMORY))
    }
}

/// An image at a public address; while the database cannot be asked, as it was last found.
pub async fn find_media(state: &AppState, hash: String, kind: ImageKind) -> Result<FileRow, AppError> {
    let known = state.memory.of::<KnownMedia>();
    let asked = hash.clone();
    let found = match state
        .db
        .run(move |connection| Ok(queries::find_public(connection, &asked)?))
        .await
    {
        Ok(Some(file)) => {
            known.0.insert(hash, file.clone());
            Some(file)
        }
        Ok(None) => {
            known.0.remove(&hash);
            None
        }
        Err(error @ (AppError::Unavailable(_) | AppError::Refused(Refusal::Starting))) => {
            Some(known.0.get(&hash).ok_or(error)?)
        }
        Err(error) => return Err(error),
    };
    Ok(found
        .filter(|file| file.media_type == kind.media_type())
        .ok_or(Refusal::ImageNotFound)?)
}

/// The names of the images of a knowledge base.
pub fn list_image_names(connection: &mut PgConnection, id: Uuid) -> Result<Vec<String>, AppError> {
    Ok(queries::list_image_names(connection, id)?)
}

/// The hashes of the diagrams of a knowledge base that were drawn.
pub fn list_diagram_hashes(connection: &mut PgConnection, id: Uuid) -> Result<Vec<String>, AppError> {
    Ok(queries::list_diagram_hashes(connection, id)?)
}
