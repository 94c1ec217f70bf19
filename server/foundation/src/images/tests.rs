//! A hostile corpus.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::{Delay, DynamicImage, Frame, ImageFormat};

use super::*;

fn check(bytes: &[u8], declared: ImageKind) -> Result<CheckedImage, FieldProblem> {
    super::check(Cursor::new(bytes), declared).map_err(|error| match error {
        CheckError::Problem(problem) => problem,
        CheckError::Io(error) => panic!("{error}"),
    })
}

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
    // To the right of it, below it, without width, without height.
    for (offset, value) in [(1, 1), (3, 1), (5, 0), (7, 0)] {
        let mut bytes = gif(1);
        let at = bytes
            .windows(5)
            .position(|part| part == [0x2c, 0, 0, 0, 0])
            .unwrap();
        bytes[at + offset] = value;
        assert_eq!(
            check(&bytes, ImageKind::Gif),
            Err(FieldProblem::ImageUnreadable),
            "{offset}"
        );
    }
}

#[test]
fn the_canvas_of_a_moving_picture_and_all_its_frames_fit() {
    let gif_of = |side: u16, n_frames| {
        let mut bytes = gif(n_frames);
        bytes[6..8].copy_from_slice(&side.to_le_bytes());
        bytes[8..10].copy_from_slice(&side.to_le_bytes());
        check(&bytes, ImageKind::Gif)
    };
    let webp_of = |side: u16, n_frames| {
        let mut bytes = moving_webp(&vec![webp_pixels(); n_frames]);
        let at = bytes.windows(4).position(|name| name == b"VP8X").unwrap();
        bytes[at + 12..at + 14].copy_from_slice(&(side - 1).to_le_bytes());
        bytes[at + 15..at + 17].copy_from_slice(&(side - 1).to_le_bytes());
        check(&bytes, ImageKind::WebP)
    };
    assert!(gif_of(100, 3).is_ok() && webp_of(100, 3).is_ok());
    // More than the memory for one frame, and more than the pixels of all.
    let refused = Err(FieldProblem::ImageUnreadable);
    assert_eq!(gif_of(3000, 1), refused);
    assert_eq!(gif_of(2800, 64), refused);
    assert_eq!(webp_of(2300, 1), refused);
    assert_eq!(webp_of(2200, 104), refused);
}

#[test]
fn only_what_is_a_color_profile_stays_in_a_picture() {
    let jpeg = |profile: &[u8]| {
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 90);
        encoder.set_icc_profile(profile.to_vec()).unwrap();
        DynamicImage::new_rgb8(8, 6).write_with_encoder(encoder).unwrap();
        check(&bytes, ImageKind::Jpeg).unwrap().bytes
    };
    assert!(!holds(&jpeg(b"<?php evil(); ?>"), b"evil"));
    let mut profile = vec![0; 132];
    profile[3] = 132;
    profile[36..40].copy_from_slice(b"acsp");
    profile[128..].copy_from_slice(b"real");
    assert!(holds(&jpeg(&profile), b"real"));
}

#[test]
fn a_webp_with_loss_keeps_its_transparency() {
    // One pixel.
    let pixels = b"VP8 \x16\0\0\0\x30\x01\0\x9d\x01\x2a\x01\0\x01\0\x0e\xc0\xfe\x25\xa4\0\x03\x70\0\0\0\0";
    let head = chunk(b"VP8X", &[0b1_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // Uncompressed, and of an odd length.
    let transparency = chunk(b"ALPH", &[0, 128, 0]);
    let file = |pixels: &[u8]| chunk(b"RIFF", &[b"WEBP", &head[..], &transparency, pixels].concat());
    let checked = check(&file(pixels), ImageKind::WebP).unwrap();
    let shown = image::load_from_memory_with_format(&checked.bytes, ImageFormat::WebP).unwrap();
    assert_eq!(shown.to_rgba8().get_pixel(0, 0).0[3], 128);
    assert_eq!(checked.bytes.len() % 2, 0);
    // Before pixels without loss it would only hide something.
    let still = [&b"WEBP"[..], &webp_pixels()].concat();
    let at = 4;
    let mut hiding = still.clone();
    hiding.splice(
        at..at,
        [
            chunk(b"VP8X", &[0, 0, 0, 0, 7, 0, 0, 5, 0, 0]),
            chunk(b"ALPH", b"evil"),
        ]
        .concat(),
    );
    let checked = check(&chunk(b"RIFF", &hiding), ImageKind::WebP).unwrap();
    assert!(!holds(&checked.bytes, b"evil"));
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

/// EXIF data with the orientation "turn by a quarter". Source: CIPA DC-008 §4.6.
const TURNED: &[u8] = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";

#[test]
fn a_photograph_is_stored_upright_and_without_its_exif_data() {
    let mut bytes = encoded(64, 32, ImageFormat::Jpeg);
    let exif = [b"\xff\xe1\x00\x22Exif\0\0", TURNED].concat();
    bytes.splice(2..2, exif);
    let checked = check(&bytes, ImageKind::Jpeg).unwrap();
    assert_eq!((checked.width, checked.height), (32, 64));
    assert!(!holds(&checked.bytes, b"Exif"));
}

#[test]
fn a_turned_webp_is_stored_upright_and_without_its_exif_data() {
    // Its head says that there are EXIF data.
    let head = chunk(b"VP8X", &[0b1000, 0, 0, 0, 7, 0, 0, 5, 0, 0]);
    let content = [&b"WEBP"[..], &head, &webp_pixels(), &chunk(b"EXIF", TURNED)].concat();
    let checked = check(&chunk(b"RIFF", &content), ImageKind::WebP).unwrap();
    assert_eq!((checked.width, checked.height), (6, 8));
    assert!(!holds(&checked.bytes, b"EXIF"));
    let still = [&b"WEBP"[..], &head, &webp_pixels(), &chunk(b"EXIF", b"evil")].concat();
    let checked = check(&chunk(b"RIFF", &still), ImageKind::WebP).unwrap();
    assert!(!holds(&checked.bytes, b"evil"));
    // Nor does the head announce what is not there any more.
    assert_eq!(checked.bytes[20], 0);
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
        // Characters that are not written must not hide a word from the check.
        "<style>@im\u{fffe}port 'evil';</style>",
        "<rect fill=\"ur&#xffff;l(https://evil)\"/>",
        "<rect style=\"fill:u\u{1}rl(evil)\"/>",
    ] {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>");
        let cleaned = cleaned(&svg);
        assert!(!cleaned.contains("evil"), "{inner}: {cleaned}");
        assert!(
            !cleaned.to_ascii_lowercase().contains("script"),
            "{inner}: {cleaned}"
        );
    }
    // Names that only a reader of HTML would take apart.
    for attribute in [
        "data-x/onclick=\"evil()\"",
        "aria-a\"><script>evil()</script>\"=\"x\"",
    ] {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><g {attribute}/></svg>");
        let checked = check(svg.as_bytes(), ImageKind::Svg);
        assert!(
            checked.is_ok_and(|checked| !holds(&checked.bytes, b"evil")),
            "{attribute}"
        );
    }
    // What only looks like a tag stays text.
    let text = "<svg><text>&lt;script&gt;evil()&lt;/script&gt; &#60;b&#62;</text></svg>";
    assert!(cleaned(text).contains("&lt;script&gt;evil()&lt;/script&gt; &lt;b&gt;"));
    assert!(cleaned("<svg><text>&amp;lt;b&amp;gt;</text></svg>").contains("&amp;lt;b&amp;gt;"));
    let quoted = "<svg><g class='x\" onclick=\"evil()'/></svg>";
    assert!(cleaned(quoted).contains("class=\"x&quot; onclick=&quot;evil()\""));
    // XML has no such characters.
    assert!(cleaned("<svg><text>a&#1;b\u{fffe}c</text></svg>").contains(">abc<"));
}

#[test]
fn what_is_no_drawing_is_refused() {
    let deep = format!("<svg>{}{}</svg>", "<g>".repeat(300), "</g>".repeat(300));
    let many = format!("<svg>{}</svg>", "<g/>".repeat(100_001));
    for bad in [
        "<html><svg/></html>",
        "<g/>",
        "<a><svg/></a>",
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

/// A chunk of a WebP file.
fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut bytes = name.to_vec();
    bytes.extend_from_slice(&u32::try_from(content.len()).unwrap().to_le_bytes());
    bytes.extend_from_slice(content);
    bytes.extend_from_slice(&[0][..content.len() % 2]);
    bytes
}

/// A moving WebP of 8 × 6 pixels: each frame holds these chunks.
fn moving_webp(frames: &[Vec<u8>]) -> Vec<u8> {
    let mut content = chunk(b"VP8X", &[0b10, 0, 0, 0, 7, 0, 0, 5, 0, 0]);
    content.extend(chunk(b"ANIM", &[0; 6]));
    for frame in frames {
        // At 0, 0; 8 × 6; for 100 ms.
        let mut inner = vec![0, 0, 0, 0, 0, 0, 7, 0, 0, 5, 0, 0, 100, 0, 0, 0];
        inner.extend_from_slice(frame);
        content.extend(chunk(b"ANMF", &inner));
    }
    chunk(b"RIFF", &[b"WEBP", &content[..]].concat())
}

/// The chunk of pixels of a still picture of 8 × 6 pixels.
fn webp_pixels() -> Vec<u8> {
    encoded(8, 6, ImageFormat::WebP)[12..].to_vec()
}

#[test]
fn a_moving_webp_keeps_its_frames_and_has_a_thousand_at_most() {
    let n_frames = |bytes: &[u8]| bytes.windows(4).filter(|name| name == b"ANMF").count();
    let checked = check(&moving_webp(&vec![webp_pixels(); 3]), ImageKind::WebP).unwrap();
    assert_eq!(
        (checked.width, checked.height, n_frames(&checked.bytes)),
        (8, 6, 3)
    );
    assert_eq!(
        check(&checked.bytes, ImageKind::WebP).unwrap().bytes,
        checked.bytes
    );
    assert!(check(&moving_webp(&vec![webp_pixels(); 1000]), ImageKind::WebP).is_ok());
    for frames in [
        vec![webp_pixels(); 1001],
        vec![],
        vec![b"VP8L\x04\0\0\0evil".to_vec()],
    ] {
        assert_eq!(
            check(&moving_webp(&frames), ImageKind::WebP),
            Err(FieldProblem::ImageUnreadable),
            "{}",
            frames.len()
        );
    }
}

#[test]
fn nothing_hides_beside_the_pixels_of_a_webp() {
    let evil = |name| chunk(name, b"evil");
    let frame = [webp_pixels(), evil(b"PHP "), evil(b"EXIF"), evil(b"VP8L")].concat();
    let moving = moving_webp(&[frame]);
    // A second picture, and one beside the frames.
    let still = [
        &encoded(8, 6, ImageFormat::WebP)[..],
        &evil(b"VP8L"),
        &evil(b"PHP "),
    ]
    .concat();
    let beside = [&moving_webp(&[webp_pixels()])[..], &evil(b"VP8 "), &evil(b"ANIM")].concat();
    for mut bytes in [moving, still, beside] {
        let length = u32::try_from(bytes.len() - 8).unwrap();
        bytes[4..8].copy_from_slice(&length.to_le_bytes());
        let checked = check(&bytes, ImageKind::WebP).unwrap();
        assert!(!holds(&checked.bytes, b"evil"));
        assert_eq!(
            check(&checked.bytes, ImageKind::WebP).unwrap().bytes,
            checked.bytes
        );
    }
}

#[test]
fn nothing_hides_in_the_heads_of_a_webp() {
    for (name, n_bytes) in [(b"ANIM", 6), (b"VP8X", 10)] {
        let mut bytes = moving_webp(&[webp_pixels()]);
        let at = bytes.windows(4).position(|window| window == name).unwrap();
        bytes[at + 4] += 4;
        bytes.splice(at + 8 + n_bytes..at + 8 + n_bytes, *b"evil");
        bytes[4] += 4;
        let checked = check(&bytes, ImageKind::WebP);
        assert!(
            !checked.is_ok_and(|checked| holds(&checked.bytes, b"evil")),
            "{name:?}"
        );
    }
}

#[test]
fn a_frame_of_a_webp_lies_within_its_canvas() {
    let mut bytes = moving_webp(&[webp_pixels()]);
    let at = bytes.windows(4).position(|name| name == b"ANMF").unwrap();
    bytes[at + 8] = 1;
    assert_eq!(check(&bytes, ImageKind::WebP), Err(FieldProblem::ImageUnreadable));
}
