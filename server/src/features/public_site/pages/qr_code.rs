//! Codes that phones scan.

use maud::{Markup, html};
use qrcode::{Color, EcLevel, QrCode};

/// Modules that stay white around a code. Source: ISO/IEC 18004.
const QUIET_MODULES: usize = 4;

/// A code as a drawing of one path, always dark on white; none for a text that no code holds.
pub fn draw(text: &str, label: &str) -> Option<Markup> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let width = code.width();
    let size = width + 2 * QUIET_MODULES;
    let mut path = String::new();
    let rows = code.to_colors();
    for (y, row) in rows.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|left, right| left == right) {
            if run.first() == Some(&Color::Dark) {
                let (left, top, length) = (x + QUIET_MODULES, y + QUIET_MODULES, run.len());
                path.push_str(&format!("M{left} {top}h{length}v1h-{length}z"));
            }
            x += run.len();
        }
    }
    Some(html! {
        svg.qr-code viewBox={ "0 0 " (size) " " (size) } width="240" height="240" role="img" aria-label=(label)
            shape-rendering="crispEdges" {
            rect width=(size) height=(size) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_code_has_its_quiet_zone_and_no_script() {
        let code = draw("weixin://wxpay/bizpayurl?pr=abc", "微信支付")
            .unwrap()
            .into_string();
        // Version 3 has 29 modules, and four stay white on each side.
        assert!(code.contains(r#"viewBox="0 0 37 37""#), "{code}");
        assert!(code.contains("M4 4h7v1h-7z"), "{code}");
        assert!(!code.contains("script") && !code.contains("style="), "{code}");
    }

    #[test]
    fn what_no_code_holds_is_not_drawn() {
        assert!(draw(&"x".repeat(8000), "x").is_none());
    }
}
