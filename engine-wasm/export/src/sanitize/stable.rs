//! What a browser reads is what was judged: pieces of markup in any order, as mutation attacks are built.

use super::{clean, sanitize};
use crate::tree::{Content, Tree};
use proptest::prelude::*;

/// Every node with its depth; neighboring texts count as one.
fn outline(tree: &Tree) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for id in tree.descendants(Tree::ROOT) {
        let mut depth = 0;
        let mut above = tree.parent(id);
        while let Some(node) = above {
            depth += 1;
            above = tree.parent(node);
        }
        match tree.content(id) {
            Content::Text(text) => match lines.last_mut().filter(|_| {
                tree.previous(id)
                    .is_some_and(|before| tree.text(before).is_some())
            }) {
                Some((_, line)) => line.push_str(text),
                None => lines.push((depth, format!("\"{text}"))),
            },
            Content::Element(element) => {
                let mut attributes: Vec<String> = element
                    .attributes()
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                attributes.sort();
                lines.push((
                    depth,
                    format!("{:?} {} {attributes:?}", element.namespace(), element.name()),
                ));
            }
            Content::Root | Content::Nothing => {}
        }
    }
    lines.retain(|(_, line)| line != "\"");
    lines
}

const PIECES: [&str; 96] = [
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i>",
    "<a href=x>",
    "</a>",
    "<a id=y>",
    "<table>",
    "<tbody>",
    "<tr>",
    "<td>",
    "<th>",
    "<caption>",
    "<colgroup>",
    "<col>",
    "</td>",
    "</tr>",
    "</table>",
    "<ul>",
    "<li>",
    "</li>",
    "<ol>",
    "<dl>",
    "<dt>",
    "<dd>",
    "<select>",
    "<option>",
    "</select>",
    "<form>",
    "</form>",
    "<button>",
    "<nobr>",
    "<font color=red>",
    "</font>",
    "<h1>",
    "<h2>",
    "</h1>",
    "<ruby>",
    "<rt>",
    "<rp>",
    "<math>",
    "</math>",
    "<mi>",
    "<mtext>",
    "<mglyph>",
    "<malignmark>",
    "<annotation-xml encoding='text/html'>",
    "</annotation-xml>",
    "<mn>",
    "<svg>",
    "</svg>",
    "<g>",
    "<desc>",
    "<title>",
    "</title>",
    "<foreignObject>",
    "</foreignObject>",
    "<text>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<noscript>",
    "</noscript>",
    "<template>",
    "</template>",
    "<textarea>",
    "</textarea>",
    "<xmp>",
    "</xmp>",
    "<iframe>",
    "</iframe>",
    "<plaintext>",
    "<frameset>",
    "<image src=x onerror=y>",
    "<img src=x onerror=alert(1)>",
    "<img src=\"a`\" alt='\"><img>'>",
    "<!--",
    "-->",
    "--!>",
    "<![CDATA[",
    "]]>",
    "<?x",
    "<!doctype html>",
    "<br>",
    "<hr>",
    "<pre>\n",
    "</pre>",
    "<details open>",
    "<summary>",
    "<input type=checkbox>",
    "<section class=a>",
    "</section>",
    "&lt;b&gt;",
    "a\r\u{0}\u{a0}b",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cleaning_twice_changes_nothing_and_what_is_written_is_what_is_read(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..24),
    ) {
        let html = pieces.concat();
        let clean_html = sanitize(&html);
        prop_assert_eq!(&sanitize(&clean_html), &clean_html);
        let read = Tree::parse(&clean_html);
        let mut judged = read.clone();
        clean(&mut judged);
        prop_assert_eq!(outline(&judged), outline(&read), "nothing is left to be cleaned: {}", clean_html);
        prop_assert_eq!(outline(&Tree::parse(&judged.to_html())), outline(&judged), "{}", clean_html);
        // Inside an article it reads the same.
        let inside = Tree::parse(&format!("<section>{clean_html}</section>"));
        let article = inside.children(Tree::ROOT);
        prop_assert_eq!(article.len(), 1, "it cannot leave its section: {}", clean_html);
        prop_assert_eq!(inside.inner_html(article[0]), clean_html);
    }
}
