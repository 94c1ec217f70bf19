//! Where the files come from: a folder, or the binary.

use std::path::PathBuf;

use actix_files::NamedFile;
use actix_web::http::header::{CONTENT_ENCODING, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};

use super::encoding::Encoding;
use super::releases::ReleasedAsset;

/// The built frontend.
#[derive(Clone, Debug)]
pub enum Site {
    /// A folder of the file system, read at each request.
    Folder(PathBuf),
    /// The files that were in `frontend/dist` when the binary was built.
    #[cfg(feature = "embed")]
    Embedded,
}

impl Default for Site {
    #[cfg(feature = "embed")]
    fn default() -> Self {
        Self::Embedded
    }

    #[cfg(not(feature = "embed"))]
    fn default() -> Self {
        Self::Folder(PathBuf::from("frontend/dist"))
    }
}

/// An opened file.
pub enum File {
    /// Streamed from the file system.
    Named(Box<NamedFile>),
    /// In memory, with its entity tag.
    #[cfg(feature = "embed")]
    Embedded(embedded::Bytes),
}

impl Site {
    /// Opens a file by its name below the root; none when there is no such file. Blocks on the file system.
    ///
    /// `name` must come from `AssetPath`, which keeps it inside the folder.
    pub fn open(&self, name: &str) -> Option<File> {
        match self {
            Self::Folder(folder) => {
                let file = NamedFile::open(folder.join(name)).ok()?;
                file.metadata().is_file().then(|| File::Named(Box::new(file)))
            }
            #[cfg(feature = "embed")]
            Self::Embedded => embedded::open(name).map(File::Embedded),
        }
    }

    /// The files below `/assets/`, without their compressed variants; none when there is no such folder.
    /// Blocks on the file system.
    pub fn assets(&self) -> Vec<ReleasedAsset> {
        let is_plain = |name: &str| {
            ![Encoding::Brotli, Encoding::Gzip]
                .iter()
                .any(|encoding| name.ends_with(encoding.suffix()))
        };
        match self {
            Self::Folder(folder) => {
                let Ok(entries) = std::fs::read_dir(folder.join("assets")) else {
                    return Vec::new();
                };
                entries
                    .filter_map(|entry| {
                        let entry = entry.ok()?;
                        let name = entry
                            .file_name()
                            .into_string()
                            .ok()
                            .filter(|name| is_plain(name))?;
                        let bytes = Bytes::from(std::fs::read(entry.path()).ok()?);
                        Some(ReleasedAsset { name, bytes })
                    })
                    .collect()
            }
            #[cfg(feature = "embed")]
            Self::Embedded => embedded::assets().filter(|asset| is_plain(&asset.name)).collect(),
        }
    }
}

impl File {
    /// Answers with the content, or with 304 when the client has it.
    pub fn respond(self, request: &HttpRequest, encoding: Encoding) -> HttpResponse {
        let mut response = match self {
            Self::Named(file) => file.disable_content_disposition().into_response(request),
            #[cfg(feature = "embed")]
            Self::Embedded(bytes) => bytes.respond(request),
        };
        if encoding != Encoding::Identity {
            response
                .headers_mut()
                .insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        response
    }
}

#[cfg(feature = "embed")]
mod embedded {
    //! The files inside the binary.

    use std::borrow::Cow;
    use std::fmt::Write as _;

    use actix_web::http::header::{ETAG, EntityTag, Header as _, IfNoneMatch};
    use actix_web::{HttpRequest, HttpResponse};

    use crate::static_files::releases::ReleasedAsset;

    #[derive(rust_embed::RustEmbed)]
    #[folder = "../../frontend/dist"]
    struct Dist;

    /// The content of a file and its hash.
    pub struct Bytes {
        content: Cow<'static, [u8]>,
        etag: EntityTag,
    }

    /// The file of this name.
    pub fn open(name: &str) -> Option<Bytes> {
        let file = Dist::get(name)?;
        let mut tag = String::with_capacity(32);
        for byte in file.metadata.sha256_hash().iter().take(16) {
            // Writing to a String cannot fail.
            let _ = write!(tag, "{byte:02x}");
        }
        Some(Bytes {
            content: file.data,
            etag: EntityTag::new_strong(tag),
        })
    }

    /// The files below `assets/`.
    pub fn assets() -> impl Iterator<Item = ReleasedAsset> {
        Dist::iter().filter_map(|path| {
            let name = path.strip_prefix("assets/")?.to_owned();
            let bytes = Dist::get(&path)?.data.into_owned().into();
            Some(ReleasedAsset { name, bytes })
        })
    }

    impl Bytes {
        /// The content, or 304 when the client has it.
        pub fn respond(self, request: &HttpRequest) -> HttpResponse {
            let known = match IfNoneMatch::parse(request) {
                Ok(IfNoneMatch::Any) => true,
                Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| tag.weak_eq(&self.etag)),
                Err(_) => false,
            };
            let mut response = if known {
                HttpResponse::NotModified()
            } else {
                HttpResponse::Ok()
            };
            response.insert_header((ETAG, self.etag.to_string()));
            match (known, self.content) {
                (true, _) => response.finish(),
                (false, Cow::Borrowed(bytes)) => response.body(bytes),
                (false, Cow::Owned(bytes)) => response.body(bytes),
            }
        }
    }
}
