//! Style sheets and scripts, the same for all sites. Their names carry a hash of their content.

use std::sync::LazyLock;

use moyan_foundation::static_files::releases::ReleasedAsset;

use crate::features::public_site::cache::answer::{Answer, hash_of};

/// Runs before the first paint; it stands in the page itself.
pub const EARLY_SCRIPT: &str = include_str!("../../../../../frontend/site/early.js");
const SCRIPT: &str = include_str!("../../../../../frontend/site/site.js");
const FRAME_SCRIPT: &str = include_str!("../../../../../frontend/site/preview-frame.js");
const STYLES: [&str; 4] = [
    include_str!("../../../../../frontend/site/site.css"),
    include_str!("../../../../../frontend/site/reader.css"),
    include_str!("../../../../../frontend/site/visitor.css"),
    include_str!("../../../../../frontend/site/buying.css"),
];

/// A file with its name.
struct Asset {
    name: String,
    answer: Answer,
}

impl Asset {
    fn new(stem: &str, ending: &str, content: String) -> Self {
        let media_type = if ending == "css" {
            "text/css; charset=utf-8"
        } else {
            "text/javascript; charset=utf-8"
        };
        Self {
            name: format!("{stem}-{}.{ending}", hash_of(content.as_bytes())),
            answer: Answer::file(media_type, content.into_bytes()),
        }
    }
}

static STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::new("site", "css", compact(&STYLES.concat())));
static SITE_SCRIPT: LazyLock<Asset> = LazyLock::new(|| Asset::new("site", "js", SCRIPT.to_owned()));
static FRAME: LazyLock<Asset> = LazyLock::new(|| Asset::new("preview-frame", "js", FRAME_SCRIPT.to_owned()));

/// The path of the style sheet.
pub fn style_path() -> String {
    format!("/assets/{}", STYLE.name)
}

/// The path of the script.
pub fn script_path() -> String {
    format!("/assets/{}", SITE_SCRIPT.name)
}

/// The path of the script of the preview's frame.
pub fn frame_script_path() -> String {
    format!("/assets/{}", FRAME.name)
}

/// A file by its name below `/assets/`.
pub fn find(name: &str) -> Option<&'static Answer> {
    [&STYLE, &SITE_SCRIPT, &FRAME]
        .into_iter()
        .find(|asset| asset.name == name)
        .map(|asset| &asset.answer)
}

/// All of them, for servers of other releases.
pub fn released() -> Vec<ReleasedAsset> {
    [
        (&STYLE, compact(&STYLES.concat())),
        (&SITE_SCRIPT, SCRIPT.to_owned()),
        (&FRAME, FRAME_SCRIPT.to_owned()),
    ]
    .into_iter()
    .map(|(asset, content)| ReleasedAsset {
        name: asset.name.clone(),
        bytes: content.into(),
    })
    .collect()
}

/// A style sheet without comments and indentation. No string of ours holds either.
fn compact(css: &str) -> String {
    let mut compact = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        compact.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    compact.push_str(rest);
    compact
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use actix_web::body::MessageBody as _;
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn each_path_leads_to_its_file_and_other_names_to_none() {
        for (path, content) in [
            (style_path(), compact(&STYLES.concat())),
            (script_path(), SCRIPT.to_owned()),
            (frame_script_path(), FRAME_SCRIPT.to_owned()),
        ] {
            let file = path.strip_prefix("/assets/").and_then(find).unwrap();
            let response = file.respond(&TestRequest::get().to_http_request());
            let body = response.into_body().try_into_bytes().ok().unwrap();
            assert!(body == content.as_bytes(), "{path}");
        }
        assert!(find("site.css").is_none());
    }

    #[test]
    fn a_style_sheet_is_sent_without_comments_and_indentation() {
        let css = "/* a */\na {\n  color: red;\n\n}\n/* b\n c */ b {}\n/* never ends";
        assert_eq!(compact(css), "a {\ncolor: red;\n}\nb {}");
    }
}
