//! Rendering the documents of a site: what was rendered before is taken, the rest is rendered on all cores.
//!
//! A rendering is kept under the hash of everything that it was made of, so it is right for ever. The table has it
//! for all servers, and [`Cache`] the last ones of this server.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_article::RenderOptions;
use moyan_domain::gate::{DocumentHeading, RenderedText};
use moyan_domain::held_connection;
use moyan_domain::limits::{PAGE_DRAWING_MAX_BYTES, RENDERINGS_MAX_BYTES};
use moyan_foundation::error::AppError;
use moyan_foundation::files::hash_of;
use moyan_foundation::metrics::PublishMetrics;
use moyan_foundation::rendering::{Surroundings, render_document};
use moyan_foundation::state::AppState;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::content::DraftPlace;
use crate::features::publish::content::{FileRef, SharedText};
use crate::features::publish::plan::PlannedDocument;
use crate::features::publish::queries;

/// Documents that are rendered before others may have the cores.
const BATCH: usize = 64;

/// The cores: one batch at a time has them all.
pub(super) static CORES: Semaphore = Semaphore::const_new(1);
static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(|| Mutex::new(Cache::default()));

/// The last renderings, up to a number of bytes.
#[derive(Default)]
struct Cache {
    texts: HashMap<String, SharedText>,
    /// Hashes in the order in which they came.
    order: VecDeque<String>,
    n_bytes: usize,
}

impl Cache {
    fn add(&mut self, hash: String, text: SharedText, max_bytes: usize) {
        let n_bytes = text.n_bytes();
        if self.texts.insert(hash.clone(), text).is_none() {
            self.order.push_back(hash);
            self.n_bytes += n_bytes;
        }
        while self.n_bytes > max_bytes {
            let Some(oldest) = self.order.pop_front().and_then(|hash| self.texts.remove(&hash)) else {
                return;
            };
            self.n_bytes -= oldest.n_bytes();
        }
    }
}

fn cached(hashes: impl Iterator<Item = String>) -> HashMap<String, SharedText> {
    let cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    hashes
        .filter_map(|hash| Some((hash.clone(), cache.texts.get(&hash)?.clone())))
        .collect()
}

fn keep(texts: impl Iterator<Item = (String, SharedText)>) {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    for (hash, text) in texts {
        cache.add(hash, text, RENDERINGS_MAX_BYTES);
    }
}

/// Renders what was not rendered before and keeps it. No connection is held while documents are rendered.
pub async fn render_missing(
    state: &AppState,
    documents: Arc<Vec<PlannedDocument>>,
    options: &RenderOptions,
    drawings: &HashMap<String, FileRef>,
    now: DateTime<Utc>,
    place: DraftPlace,
) -> Result<(), AppError> {
    let hashes: Vec<String> = documents
        .iter()
        .map(|document| document.rendered_hash.clone())
        .collect();
    let known: HashSet<String> = state
        .db
        .run(move |connection| Ok(queries::claim_renderings(connection, &hashes, now)?))
        .await?
        .into_iter()
        .collect();
    let mut seen = HashSet::new();
    let missing: Vec<usize> = (0..)
        .zip(documents.iter())
        .filter(|(_, document)| {
            !known.contains(&document.rendered_hash) && seen.insert(&document.rendered_hash)
        })
        .map(|(at, _)| at)
        .collect();
    let has_diagrams = |at: &usize| {
        documents
            .get(*at)
            .is_some_and(|document| document.names.may_hold_diagrams)
    };
    let drawings = if missing.iter().any(has_diagrams) {
        read_drawings(state, drawings).await?
    } else {
        HashMap::new()
    };
    let drawings = Arc::new(drawings);
    for batch in missing.chunks(BATCH) {
        let (batch, documents) = (batch.to_vec(), documents.clone());
        let (options, drawings) = (options.clone(), drawings.clone());
        let cores = CORES
            .acquire()
            .await
            .map_err(|error| AppError::Internal(error.to_string()))?;
        let (place, metrics) = (place.clone(), state.metrics.publishing.clone());
        let render = move || {
            // Whoever asked may be gone before this ends.
            let _held = (cores, place);
            render_batch(&documents, &batch, &options, &drawings, &metrics)
        };
        let rendered = tokio::task::spawn_blocking(render)
            .await
            .map_err(|error| AppError::Internal(format!("a document was not rendered: {error}")))?;
        let (rows, texts): (Vec<_>, Vec<_>) = rendered
            .into_iter()
            .map(|rendered| {
                (
                    (rendered.hash.clone(), rendered.row),
                    (rendered.hash, rendered.text),
                )
            })
            .unzip();
        state
            .db
            .run(move |connection| Ok(queries::insert_renderings(connection, &rows, now)?))
            .await?;
        keep(texts.into_iter());
    }
    Ok(())
}

/// A document that was rendered just now.
struct Rendered {
    hash: String,
    /// What is stored.
    row: Value,
    text: SharedText,
}

/// What is stored of a text, written before it is sealed, and the sealed text.
fn seal(
    source: &str,
    blocks: Vec<String>,
    headings: Vec<DocumentHeading>,
    n_blocks_before_more: Option<usize>,
) -> (Value, SharedText) {
    let text = json!({ "blocks": blocks, "headings": headings, "nBlocksBeforeMore": n_blocks_before_more });
    (
        json!({ "source": source, "text": text }),
        Arc::new(RenderedText::new(blocks, headings, n_blocks_before_more)),
    )
}

/// The drawings that stand in pages. One that is too large is left out: its source is shown.
async fn read_drawings(
    state: &AppState,
    drawings: &HashMap<String, FileRef>,
) -> Result<HashMap<String, String>, AppError> {
    let mut hashes: Vec<&String> = drawings.keys().collect();
    hashes.sort_unstable();
    let mut read = HashMap::new();
    for hash in hashes {
        let Some(file) = drawings
            .get(hash)
            .filter(|file| file.n_bytes <= PAGE_DRAWING_MAX_BYTES)
        else {
            continue;
        };
        if let Some(bytes) = state.files.read(&file.store_name).await? {
            read.insert(hash.clone(), String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(read)
}

/// Renders some of the documents, each on the core that is free next.
fn render_batch(
    documents: &[PlannedDocument],
    batch: &[usize],
    options: &RenderOptions,
    drawings: &HashMap<String, String>,
    metrics: &PublishMetrics,
) -> Vec<Rendered> {
    held_connection::forbid();
    let next = AtomicUsize::new(0);
    let n_threads = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(batch.len());
    let work = || {
        let mut done = Vec::new();
        while let Some(at) = batch.get(next.fetch_add(1, Ordering::Relaxed)) {
            let rendered = documents.get(*at).map(|document| {
                let _timer = metrics.rendering_seconds.start_timer();
                render(document, options, drawings)
            });
            done.extend(rendered);
        }
        done
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results
            .flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn render(
    document: &PlannedDocument,
    options: &RenderOptions,
    drawings: &HashMap<String, String>,
) -> Rendered {
    let surroundings = Surroundings {
        paths: document.names.paths.iter().cloned().collect(),
        images: document.names.images.iter().cloned().collect(),
        drawings: if document.names.may_hold_diagrams {
            drawings.clone()
        } else {
            HashMap::new()
        },
    };
    let source = document.base.content.clone();
    let rendered = render_document(&source, options, &surroundings, hash_of);
    let headings = rendered.info.headings.into_iter();
    let headings = headings
        .map(|heading| DocumentHeading {
            level: heading.level,
            text: heading.text,
            id: heading.id,
        })
        .collect();
    let (row, text) = seal(&source, rendered.blocks, headings, rendered.n_blocks_before_more);
    Rendered {
        hash: document.rendered_hash.clone(),
        row,
        text,
    }
}

/// Sealed texts: those that were in memory, and the others as the database keeps them.
pub struct LoadedTexts {
    texts: HashMap<String, SharedText>,
    /// Hash and JSON.
    rows: Vec<(String, String)>,
}

impl LoadedTexts {
    /// The texts by their hash. Reading takes time by their length, so no connection may be held.
    pub fn read(self) -> Result<HashMap<String, SharedText>, AppError> {
        held_connection::forbid();
        let Self { mut texts, rows } = self;
        for (hash, json) in rows {
            let text: RenderedText =
                serde_json::from_str(&json).map_err(|error| AppError::Internal(error.to_string()))?;
            let text = Arc::new(text);
            keep(std::iter::once((hash.clone(), text.clone())));
            texts.insert(hash, text);
        }
        Ok(texts)
    }
}

/// The sealed texts of renderings, to be read when no connection is held.
pub fn load_texts(connection: &mut PgConnection, hashes: &[String]) -> Result<LoadedTexts, AppError> {
    let texts = cached(hashes.iter().cloned());
    let missing: Vec<String> = hashes
        .iter()
        .filter(|hash| !texts.contains_key(*hash))
        .cloned()
        .collect();
    let mut rows = Vec::with_capacity(missing.len());
    for batch in missing.chunks(BATCH) {
        rows.extend(queries::list_texts(connection, batch)?);
    }
    Ok(LoadedTexts { texts, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_of_a_text_is_read_as_it_was_sealed() {
        let headings = vec![DocumentHeading {
            level: 2,
            text: "小节".to_owned(),
            id: "section".to_owned(),
        }];
        for n_blocks_before_more in [None, Some(1)] {
            let blocks = ["<p>一</p>", "<p>二</p>"].map(str::to_owned).to_vec();
            let (row, text) = seal("一", blocks, headings.clone(), n_blocks_before_more);
            let read: RenderedText = serde_json::from_value(row["text"].clone()).unwrap();
            assert_eq!(read, *text);
        }
    }

    #[test]
    fn what_was_rendered_is_in_memory() {
        let hash = "of this test alone".to_owned();
        let known = || cached([hash.clone()].into_iter()).remove(&hash);
        assert!(known().is_none());
        let text = Arc::new(RenderedText::new(vec!["一".to_owned()], Vec::new(), None));
        keep([(hash.clone(), text.clone())].into_iter());
        assert!(known().is_some_and(|found| Arc::ptr_eq(&found, &text)));
    }

    #[test]
    fn the_oldest_renderings_leave_memory_when_it_is_full() {
        let text = |html: &str| Arc::new(RenderedText::new(vec![html.to_owned()], Vec::new(), None));
        let mut cache = Cache::default();
        for name in ["a", "b", "a", "c"] {
            cache.add(name.to_owned(), text("1234"), 8);
        }
        let mut kept: Vec<&String> = cache.texts.keys().collect();
        kept.sort_unstable();
        assert_eq!(kept, ["b", "c"]);
        assert_eq!(cache.n_bytes, 8);
        cache.add("large".to_owned(), text("123456789"), 8);
        assert_eq!((cache.texts.len(), cache.n_bytes), (0, 0));
    }
}
