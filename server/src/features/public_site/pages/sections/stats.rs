//! Figures.

use maud::{Markup, html};

use super::heading;
use crate::features::public_site::content::page_context::Fields;
use crate::features::site::settings::Stats;

/// Figures.
pub fn render(stats: &Stats, at: &Fields<'_>) -> Markup {
    html! {
        section.section.stats.{ "stats-" (stats.layout.as_str()) }.{ "stats-" (stats.variant.as_str()) } data-field=[at.own()] {
            div.section-inner {
                (heading(at, &stats.title, ""))
                dl.stats-items style={ "--n:" (stats.items.len().max(1)) } {
                    @for (index, item) in stats.items.iter().enumerate() {
                        @let at = at.item("items", index);
                        div.stats-item {
                            dt data-field=[at.of("label")] { (item.label) }
                            dd.stats-value data-field=[at.of("value")] { (item.value) }
                            @if !item.description.is_empty() {
                                dd.stats-description data-field=[at.of("description")] { (item.description) }
                            }
                        }
                    }
                }
            }
        }
    }
}
