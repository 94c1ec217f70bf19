//! The handbook: the articles of `seeds/handbook`, and what they become in a knowledge base.
//!
//! IDs are made from paths, so an article keeps its own whenever and wherever it is seeded, and links can be written
//! before anything is stored.

use std::collections::BTreeMap;

use anyhow::Context as _;
use moyan_article::front_matter;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::features::site::settings::SiteLanguage;

#[derive(rust_embed::RustEmbed)]
#[folder = "../seeds/handbook"]
struct Files;

/// The handbook in one language, as `handbook.json` has it.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handbook {
    pub language: SiteLanguage,
    pub title: String,
    pub description: String,
    pub categories: Vec<Category>,
}

/// A part of the handbook: a folder of articles.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    pub slug: String,
    pub name: String,
    pub description: String,
    /// The name of an icon, for the index of a site.
    pub icon: String,
    /// In the order of their files.
    #[serde(skip)]
    pub articles: Vec<Article>,
}

/// An article. Its links to others lead to IDs, as in every knowledge base.
#[derive(Debug)]
pub struct Article {
    pub id: Uuid,
    pub title: String,
    pub router_path: String,
    pub content: String,
}

/// The handbook in each language. Its links to the platform lead to `origin`.
pub fn read(origin: &str) -> anyhow::Result<Vec<Handbook>> {
    let mut handbooks: Vec<Handbook> = serde_json::from_str(&text_of("handbook.json")?)?;
    for handbook in &mut handbooks {
        let paths = article_paths(handbook.language);
        for category in &mut handbook.categories {
            let folder = format!("{}/{}/", handbook.language.as_str(), category.slug);
            category.articles = paths
                .iter()
                .filter(|path| path.starts_with(&folder))
                .map(|path| article(path, &paths, origin))
                .collect::<anyhow::Result<_>>()?;
        }
    }
    Ok(handbooks)
}

impl Handbook {
    /// The ID of its knowledge base.
    pub fn id(&self) -> Uuid {
        id_of(self.language.as_str())
    }

    /// The ID of one of its categories.
    pub fn category_id(&self, category: &Category) -> Uuid {
        id_of(&format!("{}/{}", self.language.as_str(), category.slug))
    }
}

/// A UUID of version 8 that names what stands at a path of the seeds (RFC 9562, B.2).
pub fn id_of(path: &str) -> Uuid {
    let hash = Sha256::digest(format!("moyan/seeds/{path}"));
    let mut bytes = [0; 16];
    for (byte, of_hash) in bytes.iter_mut().zip(hash.iter()) {
        *byte = *of_hash;
    }
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

fn text_of(path: &str) -> anyhow::Result<String> {
    let file = Files::get(path).with_context(|| format!("seeds/handbook/{path} is missing"))?;
    Ok(String::from_utf8(file.data.into_owned())?)
}

/// The articles of a language: `en/writing/04-tables.md`, in order.
fn article_paths(language: SiteLanguage) -> Vec<String> {
    let folder = format!("{}/", language.as_str());
    let mut paths: Vec<String> = Files::iter()
        .filter(|path| path.starts_with(&folder) && path.ends_with(".md"))
        .map(std::borrow::Cow::into_owned)
        .collect();
    paths.sort();
    paths
}

fn article(path: &str, paths: &[String], origin: &str) -> anyhow::Result<Article> {
    let text = text_of(path)?;
    let front_matter = front_matter::parse(&text).front_matter;
    Ok(Article {
        id: id_of(path),
        title: front_matter.title_or_default().to_owned(),
        router_path: front_matter.router_path.unwrap_or_default(),
        content: with_targets(&text, &links_from(path, paths), origin),
    })
}

/// How an article refers to the others: their paths from where it stands, with their IDs.
fn links_from(path: &str, paths: &[String]) -> BTreeMap<String, Uuid> {
    let folder_of = |path: &str| {
        path.rsplit_once('/')
            .map_or(String::new(), |(folder, _)| folder.to_owned())
    };
    let folder = folder_of(path);
    paths
        .iter()
        .map(|other| {
            let link = match other.strip_prefix(&format!("{folder}/")) {
                Some(name) => name.to_owned(),
                None => {
                    let mut parts = other.rsplitn(3, '/');
                    let (name, category) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
                    format!("../{category}/{name}")
                }
            };
            (link, id_of(other))
        })
        .collect()
}

/// Replaces the targets of links: paths of articles by their IDs, and paths of the platform, which begin with a slash, by
/// whole addresses. Others stay.
fn with_targets(text: &str, links: &BTreeMap<String, Uuid>, origin: &str) -> String {
    const OPENING: &str = "](";
    let mut parts = text.split(OPENING);
    let mut result = parts.next().unwrap_or("").to_owned();
    for part in parts {
        result.push_str(OPENING);
        let end = part.find([')', '#', ' ']).unwrap_or(part.len());
        let (target, rest) = part.split_at(end);
        match links.get(target) {
            Some(id) => {
                result.push_str(&id.to_string());
                result.push_str(".md");
                result.push_str(rest);
            }
            None => {
                if target.starts_with('/') {
                    result.push_str(origin);
                }
                result.push_str(part);
            }
        }
    }
    result
}

#[cfg(test)]
mod tests;
