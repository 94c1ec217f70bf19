//! A hostile corpus.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::{Delay, DynamicImage, Frame, ImageFormat};

use super::*;

fn encoded(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    DynamicImage::new_rgb8(width, height)
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

fn gif(n_frames: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    for number in 0..n_frames {
        let color = image::Rgba([u8::try_from(number % 200).unwrap(), 0, 0, 255]);
        let pixels = image::RgbaImage::from_pixel(4, 3, color);
        encoder
            .encode_frame(Frame::from_parts(
                pixels,
                0,
                0,
                Delay::from_numer_denom_ms(100, 1),
            ))
            .unwrap();
    }
    drop(encoder);
    bytes
}

/// One file of each type in pixels.
fn files() -> [(ImageKind, Vec<u8>); 4] {
    [
        (ImageKind::Png, encoded(8, 6, ImageFormat::Png)),
        (ImageKind::Jpeg, encoded(8, 6, ImageFormat::Jpeg)),
        (ImageKind::Gif, gif(3)),
        (ImageKind::WebP, encoded(8, 6, ImageFormat::WebP)),
    ]
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn a_picture_of_each_type_stays_of_its_type_and_size() {
    for (kind, bytes) in files() {
        let checked = check(&bytes, kind).unwrap();
        let expected = if kind == ImageKind::Gif { (4, 3) } else { (8, 6) };
        assert_eq!((checked.kind, (checked.width, checked.height)), (kind, expected));
        let again = check(&checked.bytes, kind).unwrap();
        assert_eq!((again.width, again.height), expected);
    }
}

#[test]
fn a_type_that_is_not_that_of_the_bytes_is_refused() {
    for (kind, bytes) in files() {
        for other in ImageKind::ALL.into_iter().filter(|other| *other != kind) {
            assert_eq!(
                check(&bytes, other),
                Err(FieldProblem::ArticleImageType),
                "{kind:?} {other:?}"
            );
        }
    }
    for bytes in [
        &b""[..],
        b"BM\0\0",
        b"MZ\x90",
        b"%PDF-1.7",
        b"\0\0\x01\0",
        b"II*\0",
        b"\x7fELF",
    ] {
        for kind in ImageKind::ALL {
            assert_eq!(check(bytes, kind), Err(FieldProblem::ArticleImageType));
        }
    }
}

#[test]
fn what_is_appended_or_hidden_in_a_picture_is_not_passed_on() {
    for (kind, mut bytes) in files() {
        bytes.extend_from_slice(b"<?php evil(); ?>PK\x03\x04");
        let checked = check(&bytes, kind).unwrap();
        assert!(!holds(&checked.bytes, b"evil"), "{kind:?}");
    }
    // A comment of a GIF, between the header and the first frame.
    let mut bytes = gif(1);
    let at = 13
        + if bytes[10] & 0x80 == 0 {
            0
        } else {
            3 << ((bytes[10] & 7) + 1)
        };
    bytes.splice(at..at, *b"\x21\xfe\x04evil\0");
    assert!(holds(&bytes, b"evil"));
    assert!(!holds(&check(&bytes, ImageKind::Gif).unwrap().bytes, b"evil"));
    // EXIF data and XMP of a WebP.
    let mut bytes = encoded(8, 6, ImageFormat::WebP);
    bytes.extend_from_slice(b"EXIF\x04\0\0\0evilXMP \x04\0\0\0evil");
    let length = u32::try_from(bytes.len() - 8).unwrap();
    bytes[4..8].copy_from_slice(&length.to_le_bytes());
    assert!(!holds(&check(&bytes, ImageKind::WebP).unwrap().bytes, b"evil"));
    // A segment of a JPEG.
    let mut bytes = encoded(8, 6, ImageFormat::Jpeg);
    bytes.splice(2..2, *b"\xff\xfe\x00\x06evil");
    assert!(!holds(&check(&bytes, ImageKind::Jpeg).unwrap().bytes, b"evil"));
}

#[test]
fn a_truncated_picture_is_refused() {
    for (kind, bytes) in files() {
        for n_bytes in [bytes.len() / 2, bytes.len() * 3 / 4] {
            let (part, _) = bytes.split_at(n_bytes);
            assert_eq!(
                check(part, kind),
                Err(FieldProblem::ImageUnreadable),
                "{kind:?} {n_bytes}"
            );
        }
    }
}

#[test]
fn a_bomb_is_refused_before_it_is_decoded() {
    let mut png = encoded(8, 6, ImageFormat::Png);
    png[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    assert_eq!(check(&png, ImageKind::Png), Err(FieldProblem::ImageUnreadable));
    let mut canvas = gif(1);
    canvas[6..10].copy_from_slice(&[0xff; 4]);
    assert_eq!(check(&canvas, ImageKind::Gif), Err(FieldProblem::ImageUnreadable));
    let mut jpeg = encoded(8, 6, ImageFormat::Jpeg);
    let at = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    jpeg[at + 5..at + 9].copy_from_slice(&[0xff; 4]);
    assert_eq!(check(&jpeg, ImageKind::Jpeg), Err(FieldProblem::ImageUnreadable));
}

#[test]
fn a_frame_lies_within_its_canvas() {
    let mut bytes = gif(1);
    let at = bytes
        .windows(5)
        .position(|part| part == [0x2c, 0, 0, 0, 0])
        .unwrap();
    bytes[at + 1] = 1;
    assert_eq!(check(&bytes, ImageKind::Gif), Err(FieldProblem::ImageUnreadable));
}

#[test]
fn a_moving_picture_keeps_its_frames_and_has_a_thousand_at_most() {
    let checked = check(&gif(3), ImageKind::Gif).unwrap();
    assert_eq!(
        checked.bytes.iter().filter(|byte| **byte == 0x2c).count(),
        gif(3).iter().filter(|byte| **byte == 0x2c).count()
    );
    assert!(check(&gif(1000), ImageKind::Gif).is_ok());
    assert_eq!(
        check(&gif(1001), ImageKind::Gif),
        Err(FieldProblem::ImageUnreadable)
    );
}

#[test]
fn a_photograph_is_stored_upright_and_without_its_exif_data() {
    let mut bytes = encoded(64, 32, ImageFormat::Jpeg);
    // APP1 with the orientation "turn by a quarter". Source: CIPA DC-008 §4.6.
    bytes.splice(
        2..2,
        *b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
    );
    let checked = check(&bytes, ImageKind::Jpeg).unwrap();
    assert_eq!((checked.width, checked.height), (32, 64));
    assert!(!holds(&checked.bytes, b"Exif"));
}

fn cleaned(svg: &str) -> String {
    String::from_utf8(check(svg.as_bytes(), ImageKind::Svg).unwrap().bytes).unwrap()
}

#[test]
fn a_drawing_stays_as_it_is() {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 40 20\" id=\"d\">\
        <style>#d .node{fill:#fff;stroke:url(#g)}</style><defs><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"red\"></stop>\
        </linearGradient></defs><g class=\"node\" transform=\"translate(1,2)\"><path d=\"M0 0L1 1\" marker-end=\"url(#m)\"></path>\
        <text x=\"1\" style=\"fill:blue\">订单 &lt;1&gt;</text><use href=\"#m\"></use></g></svg>";
    assert_eq!(cleaned(drawing), drawing);
    let checked = check(drawing.as_bytes(), ImageKind::Svg).unwrap();
    assert_eq!((checked.width, checked.height), (40, 20));
    assert_eq!(cleaned(&cleaned(drawing)), drawing);
}

#[test]
fn nothing_in_a_drawing_runs_or_loads() {
    for inner in [
        "<script>evil()</script>",
        "<script href=\"https://evil\"/>",
        "<s:script xmlns:s=\"http://www.w3.org/2000/svg\">evil()</s:script>",
        "<SCRIPT>evil()</SCRIPT>",
        "<g onclick=\"evil()\" ONLOAD=\"evil()\"/>",
        "<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\"><img src=\"x\" onerror=\"evil()\"/></body></foreignObject>",
        "<a href=\"javascript:evil()\"><text>x</text></a>",
        "<a xlink:href=\"https://evil\"><text>x</text></a>",
        "<use href=\"https://evil/x.svg#a\"/>",
        "<use xlink:href=\"data:image/svg+xml,evil\"/>",
        "<image href=\"https://evil/x.png\"/>",
        "<image href=\"data:image/svg+xml;base64,ZXZpbA==evil\"/>",
        "<image href=\"data:image/png;base64,AA\" onload=\"evil()\"/>",
        "<set attributeName=\"href\" to=\"javascript:evil()\"/>",
        "<animate attributeName=\"href\" values=\"javascript:evil()\"/>",
        "<style>@import url(https://evil);</style>",
        "<style>@im\\70ort 'evil';</style>",
        "<style>* { background: url( \"https://evil\" ) }</style>",
        "<style><![CDATA[ @font-face { src: url(//evil) } ]]></style>",
        "<style>a<g/>@import 'evil'</style>",
        "<rect fill=\"url(https://evil#a)\"/>",
        "<rect style=\"fill: u\\72l(evil)\"/>",
        "<rect style=\"background-image: image-set('evil' 1x)\"/>",
        "<filter><feImage href=\"https://evil\"/></filter>",
        "<iframe src=\"https://evil\"/>",
        "<handler type=\"application/ecmascript\">evil()</handler>",
        "<?xml-stylesheet href=\"https://evil\"?>",
        "<!-- evil -->",
        "<metadata>evil</metadata>",
        "<g xml:base=\"https://evil\"/>",
        "<g xmlns:evil=\"evil\" evil:x=\"1\"/>",
        "<text href=\"https://evil\">x</text>",
    ] {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>");
        let cleaned = cleaned(&svg);
        assert!(!cleaned.contains("evil"), "{inner}: {cleaned}");
        assert!(
            !cleaned.to_ascii_lowercase().contains("script"),
            "{inner}: {cleaned}"
        );
    }
    // What only looks like a tag stays text.
    let text = "<svg><text>&lt;script&gt;evil()&lt;/script&gt; &#60;b&#62;</text></svg>";
    assert!(cleaned(text).contains("&lt;script&gt;evil()&lt;/script&gt; &lt;b&gt;"));
}

#[test]
fn what_is_no_drawing_is_refused() {
    let deep = format!("<svg>{}{}</svg>", "<g>".repeat(300), "</g>".repeat(300));
    let many = format!("<svg>{}</svg>", "<g/>".repeat(100_001));
    for bad in [
        "<html><svg/></html>",
        "<svg>",
        "<svg></g></svg>",
        "<svg/><svg/>",
        "<svg/>text",
        "<svg><g a=1/></svg>",
        "<svg>&undefined;</svg>",
        "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><svg>&x;</svg>",
        "<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><svg/>",
        "<?xml version=\"1.0\"?>",
        "<",
        &deep,
        &many,
    ] {
        let start: String = bad.chars().take(80).collect();
        assert_eq!(
            check(bad.as_bytes(), ImageKind::Svg),
            Err(FieldProblem::ImageUnreadable),
            "{start}"
        );
    }
    assert_eq!(
        check(b"<svg>\xff</svg>", ImageKind::Svg),
        Err(FieldProblem::ImageUnreadable)
    );
}
