//! A document of a site: the engine's blocks, clean, with their slots filled and their addresses those of the site.

use std::collections::HashMap;

use moyan_article::{Article, Block, RenderOptions};
use moyan_domain::limits::{FILLS_PER_TEXT, FILLS_PER_TEXT_MAX_BYTES};
use moyan_export::{
    Address, Fill, PageAddress, Slot, SlotKind, image_addresses, page_block, sanitize, slots,
};
use uuid::Uuid;

use super::article;
use super::fills::content;

/// What is around a document: what its text names, and what of it is on the site.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Paths of documents of the site.
    pub paths: HashMap<Uuid, String>,
    /// Width and height of the images that its text names, in pixels.
    pub images: HashMap<String, (u32, u32)>,
    /// Drawings, as SVG, by the hash of their source.
    pub drawings: HashMap<String, String>,
}

/// A rendered document.
#[derive(Clone, Debug)]
pub struct RenderedDocument {
    /// Blocks that are complete and clean.
    pub blocks: Vec<String>,
    /// Facts about the text.
    pub info: moyan_article::ArticleInfo,
    /// How many blocks stand before `<!--more-->`; none without one.
    pub n_blocks_before_more: Option<usize>,
}

/// Renders a text for the pages of a site. Never fails: what cannot be filled shows its source.
///
/// - `hash_of` names a drawing by its source, as browsers do.
/// - A block without slots, links to documents and images of the base is the editor's, byte for byte.
pub fn render_document(
    text: &str,
    options: &RenderOptions,
    surroundings: &Surroundings,
    hash_of: impl Fn(&[u8]) -> String,
) -> RenderedDocument {
    let Article { blocks, info } = article(text, options);
    let mut filler = Filler {
        surroundings,
        hash_of,
        filled: HashMap::new(),
        n_bytes: 0,
    };
    let mut rendered = Vec::with_capacity(blocks.len());
    let mut n_blocks_before_more = None;
    for block in blocks {
        if is_more(&block) {
            n_blocks_before_more.get_or_insert(rendered.len());
            continue;
        }
        rendered.push(filler.block(block));
    }
    RenderedDocument {
        blocks: rendered,
        info,
        n_blocks_before_more,
    }
}

/// What a text shows beside its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Media {
    /// Sources of its diagrams, each once, in their order: at most as many as pages fill.
    pub diagrams: Vec<String>,
    /// Addresses of images that are no files on other servers, each once: images of the base, and what nobody can load.
    pub images: Vec<String>,
}

/// Finds the diagrams and the images of a text.
pub fn media_of(text: &str, options: &RenderOptions) -> Media {
    let Article { blocks, info } = article(text, options);
    let mut media = Media::default();
    // The engine leaves these addresses out.
    for warning in info.warnings {
        if warning.key == "image.unsafe" {
            push_once(&mut media.images, warning.detail.unwrap_or_default());
        }
    }
    for block in blocks {
        let has_image = block.html.contains("<img") || block.has_raw_html;
        if !block.has_diagram && !has_image {
            continue;
        }
        let html = if block.has_raw_html {
            sanitize(&block.html)
        } else {
            block.html
        };
        if block.has_diagram {
            for slot in slots(&html) {
                if slot.kind == SlotKind::Diagram && media.diagrams.len() < FILLS_PER_TEXT {
                    push_once(&mut media.diagrams, slot.source);
                }
            }
        }
        if has_image {
            for address in image_addresses(&html) {
                if !is_elsewhere(&address) {
                    push_once(&mut media.images, address);
                }
            }
        }
    }
    media
}

fn push_once(list: &mut Vec<String>, item: String) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// Whether an image is on another server, or written out in its address.
fn is_elsewhere(url: &str) -> bool {
    let begins = |start: &str| {
        url.get(..start.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(start))
    };
    ["http://", "https://", "//", "data:"].into_iter().any(begins)
}

/// Whether a block is the mark behind which only some may read: `<!--more-->`.
fn is_more(block: &Block) -> bool {
    let comment = block.html.trim().strip_prefix("<!--");
    let inside = comment.and_then(|rest| rest.strip_suffix("-->"));
    block.has_raw_html && inside.is_some_and(|inside| inside.trim() == "more")
}

/// The document that an address names, and its fragment: `<id>.md#anchor`.
pub fn document_of(url: &str) -> Option<(Uuid, &str)> {
    let url = url.strip_prefix("./").unwrap_or(url);
    let (file, fragment) = url.find('#').map_or((url, ""), |at| url.split_at(at));
    let id = file.strip_suffix(".md")?.parse().ok()?;
    Some((id, fragment))
}

/// The name of an image of the base in an address: `images/0123456789abcdef.png`.
pub fn image_of(url: &str) -> Option<&str> {
    let url = url.strip_prefix("./").unwrap_or(url);
    let name = url.strip_prefix("images/")?;
    let (stem, ending) = name.split_once('.')?;
    let is_name = stem.len() == 16
        && stem.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && !ending.is_empty()
        && ending.bytes().all(|byte| byte.is_ascii_lowercase());
    is_name.then_some(name)
}

/// Fills the slots of a text, each once.
struct Filler<'a, H> {
    surroundings: &'a Surroundings,
    hash_of: H,
    filled: HashMap<Slot, Fill>,
    n_bytes: usize,
}

impl<H: Fn(&[u8]) -> String> Filler<'_, H> {
    fn block(&mut self, block: Block) -> String {
        let html = if block.has_raw_html {
            sanitize(&block.html)
        } else {
            block.html
        };
        let fills = if block.has_code || block.has_math || block.has_diagram {
            slots(&html)
                .into_iter()
                .filter_map(|slot| self.fill(slot))
                .collect()
        } else {
            Vec::new()
        };
        let names_something = html.contains(".md") || html.contains("images/");
        let has_parts_to_name =
            block.has_raw_html || html.contains("<input") || html.contains("class=\"footnotes\"");
        if fills.is_empty() && !names_something && !has_parts_to_name {
            return html;
        }
        page_block(&html, &fills, |address| self.address(address))
    }

    fn fill(&mut self, slot: Slot) -> Option<Fill> {
        if let Some(fill) = self.filled.get(&slot) {
            return Some(fill.clone());
        }
        if self.filled.len() >= FILLS_PER_TEXT || self.n_bytes >= FILLS_PER_TEXT_MAX_BYTES {
            return None;
        }
        let made = if slot.kind == SlotKind::Diagram {
            let hash = (self.hash_of)(slot.source.as_bytes());
            // Without a drawing the source stays; a script may draw it.
            Ok(self.surroundings.drawings.get(&hash)?.clone())
        } else {
            content(&slot)
        };
        let (html, error) = match made {
            Ok(html) => (Some(html), None),
            Err((_, message)) => (None, Some(message)),
        };
        self.n_bytes += html.as_ref().map_or(0, String::len);
        let fill = Fill {
            slot: slot.clone(),
            html,
            error,
        };
        self.filled.insert(slot, fill.clone());
        Some(fill)
    }

    /// What stands in the place of an address of a text. A link to a document that is not on the site leads nowhere.
    fn address(&self, address: Address<'_>) -> Option<PageAddress> {
        match address {
            Address::Link(url) => {
                let (id, fragment) = document_of(url)?;
                let path = self.surroundings.paths.get(&id);
                let url = path.map(|path| format!("{path}{fragment}")).unwrap_or_default();
                Some(PageAddress { url, size: None })
            }
            Address::Image(url) => {
                let name = image_of(url)?;
                let size = self.surroundings.images.get(name).copied();
                let url = format!("/images/{name}");
                Some(PageAddress { url, size })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0198c0de-0000-7000-8000-000000000001";

    fn render(text: &str, surroundings: &Surroundings) -> RenderedDocument {
        let hash_of = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        render_document(text, &RenderOptions::default(), surroundings, hash_of)
    }

    fn html(text: &str, surroundings: &Surroundings) -> String {
        render(text, surroundings).blocks.concat()
    }

    #[test]
    fn links_between_documents_become_paths_of_the_site() {
        let text = format!(
            "[甲]({ID}.md#节) [乙](./{ID}.md) [外](https://a.cn/{ID}.md) [无]({}.md)",
            Uuid::nil()
        );
        let surroundings = Surroundings {
            paths: HashMap::from([(ID.parse().unwrap(), "/docs/指南/甲".to_owned())]),
            ..Surroundings::default()
        };
        assert_eq!(
            html(&text, &surroundings),
            format!(
                "<p><a href=\"/docs/指南/甲#%E8%8A%82\">甲</a> <a href=\"/docs/指南/甲\">乙</a> \
                 <a href=\"https://a.cn/{ID}.md\">外</a> <a>无</a></p>"
            )
        );
    }

    #[test]
    fn images_of_the_base_get_their_address_and_size() {
        let name = "0123456789abcdef.png";
        let surroundings = Surroundings {
            images: HashMap::from([(name.to_owned(), (30, 40))]),
            ..Surroundings::default()
        };
        let shown = html(
            &format!("a ![x](images/{name}) ![y](https://a.cn/images/{name})"),
            &surroundings,
        );
        assert!(
            shown.contains(&format!("height=\"40\" src=\"/images/{name}\" width=\"30\"")),
            "{shown}"
        );
        assert!(
            shown.contains(&format!("src=\"https://a.cn/images/{name}\"")),
            "{shown}"
        );
    }

    #[test]
    fn diagrams_and_images_of_a_text_are_found_once_and_images_of_other_servers_are_left_out() {
        let text = "![](images/0123456789abcdef.png) ![](我的%20图.png) <img src=\"a.png\"> ![](a.png)\n\n\
                    ![](https://a.cn/b.png) ![](HTTP://a.cn/b.png) ![](//a.cn/b.png) ![](data:image/png;base64,AA)\n\n\
                    ![](file:///c/d.png) ![](blob:https://a.cn/1) `![](code.png)`\n\n\
                    ```mermaid\nA\n```\n\n```mermaid\nA\n```";
        let media = media_of(text, &RenderOptions::default());
        assert_eq!(media.diagrams, ["A"]);
        assert_eq!(
            media.images,
            [
                "file:///c/d.png",
                "images/0123456789abcdef.png",
                "%E6%88%91%E7%9A%84%20%E5%9B%BE.png",
                "a.png",
                "blob:https://a.cn/1"
            ]
        );
    }

    #[test]
    fn code_formulas_and_drawings_are_filled_and_a_diagram_without_a_drawing_keeps_its_source() {
        let text = "```js\nlet a\n```\n\n$x$\n\n```mermaid\nA\n```\n\n```mermaid\nB\n```";
        let surroundings = Surroundings {
            drawings: HashMap::from([("A".to_owned(), "<svg><path d=\"M0 0\"/></svg>".to_owned())]),
            ..Surroundings::default()
        };
        let blocks = render(text, &surroundings).blocks;
        assert!(blocks[0].contains("hljs-keyword"), "{}", blocks[0]);
        assert!(blocks[1].contains("<svg"), "{}", blocks[1]);
        assert!(
            blocks[2].contains("<path") && !blocks[2].contains("slot-error"),
            "{}",
            blocks[2]
        );
        assert!(
            blocks[3].contains("<code>B") && !blocks[3].contains("slot-error"),
            "{}",
            blocks[3]
        );
    }

    #[test]
    fn the_mark_of_the_author_is_found_and_not_shown() {
        let rendered = render(
            "一\n\n<!-- more -->\n\n二\n\n<!--more-->\n\n`<!--more-->`",
            &Surroundings::default(),
        );
        assert_eq!(rendered.n_blocks_before_more, Some(1));
        assert_eq!(rendered.blocks[1], "<p>二</p>");
        assert_eq!(
            render("一 <!--more--> 二", &Surroundings::default()).n_blocks_before_more,
            None
        );
    }

    #[test]
    fn a_text_fills_so_many_slots_and_no_more() {
        let formulas: Vec<String> = (0..FILLS_PER_TEXT + 2)
            .map(|number| format!("${number}$"))
            .collect();
        let shown = html(&formulas.join("\n\n"), &Surroundings::default());
        assert_eq!(shown.matches("<svg").count(), FILLS_PER_TEXT);
    }

    #[test]
    fn what_an_author_wrote_as_html_is_cleaned() {
        let shown = html(
            "<img src=x onerror=alert(1)><script>alert(2)</script>\n\na <b onclick=x>b</b>",
            &Surroundings::default(),
        );
        assert!(!shown.contains("alert") && !shown.contains("onclick"), "{shown}");
    }

    /// The golden files of the engine, each with its options.
    fn golden() -> Vec<(std::path::PathBuf, String, RenderOptions)> {
        let root = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../engine-wasm/article/tests/fixtures"
        );
        let mut found = Vec::new();
        for area in std::fs::read_dir(root).unwrap() {
            let Ok(files) = std::fs::read_dir(area.unwrap().path()) else {
                continue;
            };
            for file in files {
                let path = file.unwrap().path();
                if path.extension().is_some_and(|ending| ending == "md") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let options = std::fs::read_to_string(path.with_extension("json"));
                    let options = options.map_or_else(
                        |_| RenderOptions::default(),
                        |json| serde_json::from_str(&json).unwrap(),
                    );
                    found.push((path, text, options));
                }
            }
        }
        found
    }

    #[test]
    fn published_blocks_are_those_of_the_editor_but_for_names_of_their_parts() {
        let files = golden();
        assert!(files.len() > 80, "{}", files.len());
        let mut n_filled = 0;
        for (path, text, options) in files {
            let editor: Vec<Block> = article(&text, &options).blocks;
            let editor: Vec<Block> = editor.into_iter().filter(|block| !is_more(block)).collect();
            let published =
                render_document(&text, &options, &Surroundings::default(), |_| String::new()).blocks;
            assert_eq!(editor.len(), published.len(), "{path:?}");
            for (block, published) in editor.iter().zip(published) {
                let shown = if block.has_raw_html {
                    sanitize(&block.html)
                } else {
                    block.html.clone()
                };
                if block.has_code || block.has_math {
                    n_filled += 1;
                    // Its slots are named as before; only what is in them differs.
                    let names = |html: &str| {
                        slots(html)
                            .into_iter()
                            .map(|slot| (slot.kind, slot.lang, slot.source))
                            .collect::<Vec<_>>()
                    };
                    assert_eq!(names(&shown), names(&published), "{path:?}");
                } else {
                    let is_named = published.contains("<label>") || published.contains("aria-level");
                    let shown = if is_named || block.has_raw_html {
                        page_block(&shown, &[], |_| None)
                    } else {
                        shown
                    };
                    assert_eq!(shown, published, "{path:?}");
                }
            }
        }
        assert!(n_filled > 10, "{n_filled}");
    }
}
