//! Files on disk: what they begin with, and the file of a site with what guests read of it.
//!
//! The gate writes it: a text stands there as [`visible`] gives it to guests, and a site of which they do not see
//! everything is refused.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::fs::{self, Metadata};
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use moyan_domain::gate::{
    AccessLevel, Audience, DocumentHeading, RenderedText, SealedDocument, VisibleDocument, visible,
};
use moyan_domain::limits::{SITE_ON_DISK_MAX_BYTES, SITE_ON_DISK_MAX_UNPACKED_BYTES};
use moyan_domain::{CategoryId, DocumentId, SiteStatus};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::features::public_site::cache::loaded::Loaded;
use crate::features::publish::service::rules_of;
use crate::features::publish::{
    FileRef, SiteCategory, SiteContent, SiteDocument, SiteIdentity, SiteRedirect,
};
use crate::features::site::settings::SiteSettings;

/// The version of what stands in files. Raise it with every change of what is written here.
const FORMAT: u32 = 1;

/// Who can read a file: the same program file, over the same database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    format: u32,
    program: String,
    database: String,
}

impl Header {
    /// That of this program over a database. Fails when the program does not find its own file.
    pub fn of(database: &str) -> io::Result<Self> {
        Ok(Self {
            format: FORMAT,
            program: program(&fs::metadata(env::current_exe()?)?)?,
            database: database.to_owned(),
        })
    }

    /// Fails when a file is not of this program and database.
    pub fn require(&self, found: &Self) -> io::Result<()> {
        if found == self {
            return Ok(());
        }
        Err(io::Error::other(
            "it is of another build of the program, or of another database",
        ))
    }
}

/// The version of a program and which build it is: each build may make other pages, without another version.
fn program(file: &Metadata) -> io::Result<String> {
    let changed_at = DateTime::<Utc>::from(file.modified()?).timestamp_micros();
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!("{version} {} {changed_at}", file.len()))
}

/// What stands in the first line of the file of a site.
#[derive(Serialize, Deserialize)]
struct FirstLine {
    header: Header,
    identity: SiteIdentity,
    settings: SiteSettings,
    categories: Vec<SiteCategory>,
    files: BTreeMap<String, FileRef>,
    redirects: Vec<SiteRedirect>,
    n_documents: usize,
}

/// A document, in a line of its own.
#[derive(Serialize, Deserialize)]
struct DocumentLine {
    id: DocumentId,
    category_id: CategoryId,
    parent_id: Option<DocumentId>,
    path: String,
    title: String,
    sidebar_label: String,
    description: String,
    tags: Vec<String>,
    date: String,
    n_words: u32,
    changed_at: DateTime<Utc>,
    html: String,
    headings: Vec<DocumentHeading>,
}

/// Whether a site may be kept on disk: it is published, and everybody sees everything.
pub fn may_be_kept(loaded: &Loaded) -> bool {
    let site = &loaded.identity;
    let is_open = site.status == SiteStatus::Published && !site.is_suspended && site.release.is_some();
    is_open
        && !loaded.has_rules
        && loaded
            .audiences
            .as_ref()
            .is_some_and(|audiences| audiences.guest.content.rules.is_free())
}

/// The bytes of the file of a site. Fails when it may not be kept, or is too large. No connection may be held.
pub fn pack(loaded: &Loaded, header: &Header) -> io::Result<Vec<u8>> {
    let audiences = loaded.audiences.as_ref().filter(|_| may_be_kept(loaded));
    let Some(audiences) = audiences else {
        return Err(io::Error::other("not everybody reads all of it"));
    };
    let content = &audiences.guest.content;
    let files = content.files.iter();
    let first = FirstLine {
        header: header.clone(),
        identity: SiteIdentity {
            // It is for the console alone.
            name: String::new(),
            ..loaded.identity.clone()
        },
        settings: shown_settings(&content.settings),
        categories: content.categories.clone(),
        files: files.map(|(name, file)| (name.clone(), file.clone())).collect(),
        redirects: content.redirects.clone(),
        n_documents: content.documents.len(),
    };
    let mut lines = Lines::new();
    lines.add(&first)?;
    for document in &content.documents {
        let seen = visible(&document.sealed, &content.rules, Audience::Guest);
        lines.add(&document_line(document, seen)?)?;
    }
    lines.end()
}

/// A document as guests see it. Fails when they do not see all of it.
fn document_line(document: &SiteDocument, seen: VisibleDocument) -> io::Result<DocumentLine> {
    if seen.level != AccessLevel::Free || seen.is_cut {
        return Err(io::Error::other("not everybody reads all of a document"));
    }
    Ok(DocumentLine {
        id: document.id,
        category_id: document.category_id,
        parent_id: document.parent_id,
        path: document.path.clone(),
        title: document.title.clone(),
        sidebar_label: document.sidebar_label.clone(),
        description: document.description.clone(),
        tags: document.tags.clone(),
        date: document.date.clone(),
        n_words: document.n_words,
        changed_at: document.changed_at,
        html: seen.html,
        headings: seen.headings,
    })
}

/// The settings without what no page shows: sections and slides that are switched off, packages that are sold no more.
fn shown_settings(settings: &SiteSettings) -> SiteSettings {
    let mut settings = settings.clone();
    settings.homepage.sections.retain(|section| section.is_visible);
    let has_slides = settings.carousel.is_enabled;
    settings
        .carousel
        .slides
        .retain(|slide| has_slides && slide.is_visible);
    settings.index.categories.retain(|category| category.is_visible);
    settings
        .membership
        .packages
        .retain(|package| !package.is_archived);
    settings
}

/// The site of a file. Fails when it is damaged, too large, of another version, or of another database.
pub fn unpack(bytes: &[u8], header: &Header) -> io::Result<SiteContent> {
    let mut lines = unpacked(bytes);
    let first: FirstLine = line(&mut lines)?;
    header.require(&first.header)?;
    let homes: HashMap<DocumentId, CategoryId> = first.identity.moves.iter().copied().collect();
    let mut documents = Vec::new();
    for _ in 0..first.n_documents {
        let document: DocumentLine = line(&mut lines)?;
        documents.push(document_of(document, &homes));
    }
    end(lines)?;
    Ok(SiteContent {
        rules: rules_of(&first.settings.access),
        site: first.identity,
        settings: first.settings,
        categories: first.categories,
        documents,
        files: first.files.into_iter().collect(),
        redirects: first.redirects,
    })
}

fn document_of(line: DocumentLine, homes: &HashMap<DocumentId, CategoryId>) -> SiteDocument {
    let text = RenderedText::new(vec![line.html], line.headings, None);
    let sealed = SealedDocument::new(line.id, line.category_id, Arc::new(text));
    SiteDocument {
        id: line.id,
        category_id: line.category_id,
        parent_id: line.parent_id,
        path: line.path,
        title: line.title,
        sidebar_label: line.sidebar_label,
        description: line.description,
        tags: line.tags,
        date: line.date,
        n_words: line.n_words,
        changed_at: line.changed_at,
        sealed: match homes.get(&line.id) {
            Some(home) => sealed.now_in(*home),
            None => sealed,
        },
    }
}

/// The bytes of a file that is one value.
pub fn pack_one(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut lines = Lines::new();
    lines.add(value)?;
    lines.end()
}

/// The value that a file is.
pub fn unpack_one<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    let mut lines = unpacked(bytes);
    let value = line(&mut lines)?;
    end(lines)?;
    Ok(value)
}

/// Lines of JSON, compressed. The checksum at their end tells whether they are whole.
struct Lines(Bounded<GzEncoder<Bounded<Vec<u8>>>>);

impl Lines {
    fn new() -> Self {
        let packed = Bounded::new(Vec::new(), SITE_ON_DISK_MAX_BYTES);
        let encoder = GzEncoder::new(packed, Compression::fast());
        Self(Bounded::new(encoder, SITE_ON_DISK_MAX_UNPACKED_BYTES))
    }

    fn add(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, value)?;
        self.0.write_all(b"\n")
    }

    fn end(self) -> io::Result<Vec<u8>> {
        Ok(self.0.inner.finish()?.inner)
    }
}

/// Takes so many bytes and fails with the next one.
struct Bounded<W> {
    inner: W,
    n_left: u64,
}

impl<W> Bounded<W> {
    fn new(inner: W, max_bytes: u64) -> Self {
        Self {
            inner,
            n_left: max_bytes,
        }
    }
}

impl<W: Write> Write for Bounded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.inner.write(bytes)?;
        self.n_left = self
            .n_left
            .checked_sub(n_written as u64)
            .ok_or_else(|| io::Error::other("it is too large"))?;
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

type Unpacked<'a> = BufReader<io::Take<GzDecoder<&'a [u8]>>>;

fn unpacked(bytes: &[u8]) -> Unpacked<'_> {
    BufReader::new(GzDecoder::new(bytes).take(SITE_ON_DISK_MAX_UNPACKED_BYTES))
}

fn line<T: DeserializeOwned>(lines: &mut Unpacked<'_>) -> io::Result<T> {
    let mut bytes = Vec::new();
    lines.read_until(b'\n', &mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

/// Fails when there is more, or the checksum is wrong.
fn end(mut lines: Unpacked<'_>) -> io::Result<()> {
    match lines.read(&mut [0])? {
        0 => Ok(()),
        _ => Err(io::Error::other("it does not end where it should")),
    }
}

#[cfg(test)]
mod tests {
    use moyan_domain::ReleaseId;
    use uuid::Uuid;

    use super::*;
    use crate::features::public_site::page_hashes::hash_pages;
    use crate::features::public_site::testing::{config, content_with, document};
    use crate::features::publish::ReleaseIdentity;

    /// A published site with a release.
    fn content() -> SiteContent {
        let mut content = content_with(vec![
            document(1, "a", &["part"], &["<h2 id=\"part\">part</h2>", "<p>一</p>"]),
            document(2, "b", &[], &["<p>二</p>"]),
        ]);
        content.site.release = Some(ReleaseIdentity {
            id: ReleaseId(Uuid::from_u128(5)),
            number: 3,
            created_at: DateTime::UNIX_EPOCH,
        });
        content.site.moves = vec![(DocumentId(Uuid::from_u128(2)), CategoryId(Uuid::from_u128(9)))];
        content
    }

    fn loaded(content: SiteContent) -> Loaded {
        Loaded::new(1, content.site.clone(), Some(content), &config(&[]).platform)
    }

    fn header() -> Header {
        Header::of("database").unwrap()
    }

    #[test]
    fn another_build_of_the_program_is_another_program() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let build = |bytes: &str, seconds| {
            fs::write(&path, bytes).unwrap();
            let changed_at = DateTime::from_timestamp(seconds, 0).unwrap();
            let file = fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(changed_at.into()).unwrap();
            program(&file.metadata().unwrap()).unwrap()
        };
        let first = build("1", 1);
        assert_eq!(build("1", 1), first);
        assert!(build("11", 1) != first && build("1", 2) != first);
        assert_eq!(header().program, Header::of("another").unwrap().program);
    }

    #[test]
    fn a_site_is_read_as_it_was_written_and_written_alike_each_time() {
        let packed = pack(&loaded(content()), &header()).unwrap();
        assert_eq!(pack(&loaded(content()), &header()).unwrap(), packed);
        let read = unpack(&packed, &header()).unwrap();
        let hashes = |content| hash_pages(content, &config(&[]).platform, DateTime::UNIX_EPOCH);
        assert_eq!(hashes(read.clone()), hashes(content()));
        assert!(may_be_kept(&loaded(read)));
    }

    #[test]
    fn what_not_everybody_reads_is_not_written() {
        let refused = |change: fn(&mut SiteContent)| {
            let mut content = content();
            change(&mut content);
            pack(&loaded(content), &header()).is_err()
        };
        assert!(!refused(|_| ()));
        assert!(refused(|content| content.rules.guest = AccessLevel::Partial));
        assert!(refused(|content| content.rules.guest = AccessLevel::Hidden));
        assert!(refused(|content| {
            let rule = moyan_domain::gate::RuleOverride {
                guest: Some(AccessLevel::Members),
                ..Default::default()
            };
            content.rules.documents.insert(content.documents[1].id, rule);
        }));
        // A rule of a category that no document is in: the next release may bring one.
        assert!(refused(|content| {
            let rule = moyan_domain::gate::RuleOverride {
                guest: Some(AccessLevel::Hidden),
                ..Default::default()
            };
            let category = CategoryId(Uuid::from_u128(77));
            content.rules.categories.insert(category, rule);
        }));
        assert!(refused(|content| content.site.is_suspended = true));
        assert!(refused(|content| content.site.release = None));
        for status in [SiteStatus::Draft, SiteStatus::Archived, SiteStatus::Maintenance] {
            let mut content = content();
            content.site.status = status;
            assert!(pack(&loaded(content), &header()).is_err(), "{status:?}");
        }
    }

    #[test]
    fn what_no_page_shows_is_not_written() {
        let packed = pack(&loaded(content()), &header()).unwrap();
        let mut text = String::new();
        GzDecoder::new(packed.as_slice())
            .read_to_string(&mut text)
            .unwrap();
        // A package that is sold, and one that is not.
        assert!(text.contains("年度会员") && !text.contains("旧方案"));
        let mut content = content();
        content.site.name = "console name".to_owned();
        let packed = pack(&loaded(content), &header()).unwrap();
        assert_eq!(unpack(&packed, &header()).unwrap().site.name, "");
    }

    #[test]
    fn a_file_that_is_damaged_or_of_others_is_refused() {
        let packed = pack(&loaded(content()), &header()).unwrap();
        for place in [0, packed.len() / 2, packed.len() - 6, packed.len() - 1] {
            let mut damaged = packed.clone();
            damaged[place] ^= 1;
            assert!(unpack(&damaged, &header()).is_err(), "{place}");
        }
        for n_bytes in [0, 10, packed.len() / 2, packed.len() - 1] {
            assert!(unpack(&packed[..n_bytes], &header()).is_err(), "{n_bytes}");
        }
        assert!(unpack(&packed, &Header::of("another").unwrap()).is_err());
        let own = header();
        for other in [
            Header {
                format: FORMAT + 1,
                ..own.clone()
            },
            Header {
                program: "0.0.0".to_owned(),
                ..own
            },
        ] {
            assert!(unpack(&packed, &other).is_err(), "{other:?}");
        }
        let more = [pack_one(&1).unwrap(), pack_one(&2).unwrap()];
        assert!(unpack_one::<u32>(&more[0]).is_ok());
        let mut lines = Lines::new();
        lines.add(&1).unwrap();
        lines.add(&2).unwrap();
        assert!(unpack_one::<u32>(&lines.end().unwrap()).is_err());
    }

    #[test]
    fn a_writer_takes_as_much_as_it_may() {
        let mut writer = Bounded::new(Vec::new(), 4);
        assert!(writer.write_all(b"1234").is_ok());
        assert!(writer.write_all(b"5").is_err());
    }
}
