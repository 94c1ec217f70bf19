//! A document of a plan: what its text names, and what its rendering is made of.

use std::collections::HashMap;

use moyan_article::RenderOptions;
use moyan_domain::DocumentId;
use moyan_foundation::access::hex;
use moyan_foundation::rendering::image_of;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::ENGINE_VERSION;
use super::base::BaseDocument;
use crate::features::publish::content::FileRef;

/// A document that would be on the site.
#[derive(Debug)]
pub struct PlannedDocument {
    /// As it is in the base.
    pub base: BaseDocument,
    /// The document above it on the site.
    pub parent_id: Option<DocumentId>,
    /// The path.
    pub path: String,
    /// The title.
    pub title: String,
    /// The title in lists.
    pub sidebar_label: String,
    /// `description` of the front matter.
    pub description: String,
    /// `tags` of the front matter.
    pub tags: Vec<String>,
    /// `date` of the front matter.
    pub date: String,
    /// What its text names.
    pub names: Names,
    /// The hash of everything that its rendering is made of.
    pub rendered_hash: String,
}

impl PlannedDocument {
    /// Finds what the text names among the documents of a site and the images of its base, and so what its rendering is
    /// made of.
    pub fn name(
        &mut self,
        paths: &HashMap<Uuid, String>,
        images: &HashMap<String, FileRef>,
        options: &RenderOptions,
        drawings: &HashMap<String, FileRef>,
    ) {
        self.name_with(paths, images, options, &hash_of_drawings(drawings));
    }

    pub(super) fn name_with(
        &mut self,
        paths: &HashMap<Uuid, String>,
        images: &HashMap<String, FileRef>,
        options: &RenderOptions,
        drawings: &str,
    ) {
        self.names = Names::of(&self.base.content, paths, images);
        self.rendered_hash = rendered_hash(&self.base.content, options, &self.names, drawings);
    }

    /// The images that the text names.
    pub fn files(&self, images: &HashMap<String, FileRef>) -> Vec<(String, FileRef)> {
        let named = self.names.images.iter();
        named
            .filter_map(|(name, _)| Some((name.clone(), images.get(name)?.clone())))
            .collect()
    }
}

/// What a text names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Documents of the site, with their paths.
    pub paths: Vec<(Uuid, String)>,
    /// Images of the base, with width and height.
    pub images: Vec<(String, (u32, u32))>,
    /// Whether it may hold a diagram.
    pub may_hold_diagrams: bool,
}

impl Names {
    /// What a text names, in the order of names. It may find more than a parser does, never less.
    fn of(text: &str, paths: &HashMap<Uuid, String>, images: &HashMap<String, FileRef>) -> Self {
        let mut found_paths = Vec::new();
        for (at, _) in text.match_indices(".md") {
            let start = at.checked_sub(UUID_CHARS);
            let id = start
                .and_then(|start| text.get(start..at))
                .and_then(|id| id.parse().ok());
            if let Some((id, path)) = id.and_then(|id| Some((id, paths.get(&id)?))) {
                found_paths.push((id, path.clone()));
            }
        }
        let mut found_images = Vec::new();
        for (at, _) in text.match_indices("images/") {
            let rest = text.get(at..).unwrap_or_default();
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '/' || c == '.'));
            let address = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            if let Some((name, file)) = image_of(address).and_then(|name| images.get_key_value(name)) {
                found_images.push((name.clone(), (file.width, file.height)));
            }
        }
        found_paths.sort_unstable();
        found_paths.dedup();
        found_images.sort_unstable();
        found_images.dedup();
        Self {
            paths: found_paths,
            images: found_images,
            may_hold_diagrams: text.contains("mermaid"),
        }
    }
}

/// Characters of a UUID.
const UUID_CHARS: usize = 36;

pub(super) fn hash_of_drawings(drawings: &HashMap<String, FileRef>) -> String {
    let mut known: Vec<String> = drawings
        .iter()
        .map(|(source, file)| format!("{source} {}", file.hash))
        .collect();
    known.sort_unstable();
    hex(&Sha256::digest(known.join("\n").as_bytes()))
}

/// The hash of everything that a rendering is made of: text, engine, options, links, images, drawings.
fn rendered_hash(text: &str, options: &RenderOptions, names: &Names, drawings: &str) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        // With their length, so that no two lists of parts are one.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    };
    add(ENGINE_VERSION);
    add(&format!("{options:?}"));
    add(text);
    for (id, path) in &names.paths {
        add(&id.to_string());
        add(path);
    }
    for (name, (width, height)) in &names.images {
        add(&format!("{name} {width} {height}"));
    }
    if names.may_hold_diagrams {
        add(drawings);
    }
    hex(&hash.finalize())
}
