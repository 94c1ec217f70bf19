//! How much memory a decoder of pictures takes, known before it begins.
//!
//! Most decoders fill the picture and little else. Two take more, and a small file can make them: JPEG keeps the
//! coefficients of a picture that comes in several scans, and WebP has frames beside the picture, whose size stands
//! apart from that of the picture.

use image::ImageFormat;

/// Bytes of a coefficient of a JPEG: one for each sample.
const COEFFICIENT_BYTES: u64 = 2;
/// Bytes for each pixel of a WebP picture that is opaque and does not move: the picture, and a copy with four channels.
const WEBP_OPAQUE_BYTES: u64 = 3 + 4;
/// Bytes for each pixel of any other: picture, canvas and frame with four channels each, and the planes of that frame.
const WEBP_BYTES: u64 = 4 + 4 + 4 + 3;

/// Bytes that decoding a file takes, the file apart. `n_pixels` and `n_bytes` are those of the decoded picture.
pub fn bytes_to_decode(file: &[u8], format: ImageFormat, n_pixels: u64, n_bytes: u64) -> u64 {
    match format {
        ImageFormat::Jpeg => n_bytes + kept_samples(file, n_pixels) * COEFFICIENT_BYTES,
        ImageFormat::WebP => {
            let each = if n_bytes > n_pixels * 3 || is_animated(file) {
                WEBP_BYTES
            } else {
                WEBP_OPAQUE_BYTES
            };
            n_pixels.max(pixels_of_largest_frame(file)) * each
        }
        _ => n_bytes,
    }
}

/// Samples of a JPEG that its decoder keeps until the last scan: none when it is sequential and its first scan has all
/// components. Four for each pixel when its segments do not follow one another as they should.
/// Source: ITU-T T.81, B.2.2 (frame header) and B.2.3 (scan header).
fn kept_samples(jpeg: &[u8], n_pixels: u64) -> u64 {
    let mut rest = jpeg.get(2..).unwrap_or_default();
    let mut frame = None;
    while let [0xff, marker, high, low, payload @ ..] = rest {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        match (*marker, frame) {
            // Sequential or progressive, with Huffman codes.
            (0xc0..=0xc2, _) => frame = Some((*marker, payload)),
            (0xda, Some((0xc0 | 0xc1, header))) if payload.first() == header.get(5) => return 0,
            (0xda, Some((_, header))) => return samples(header, n_pixels).unwrap_or(n_pixels * 4),
            // Tables, comments, data of applications.
            (0xc4 | 0xdb | 0xdd | 0xe0..=0xef | 0xfe, _) => {}
            _ => break,
        }
        if length < 2 {
            break;
        }
        rest = rest.get(2 + length..).unwrap_or_default();
    }
    n_pixels * 4
}

/// Samples of all components of a JPEG, of which some have fewer rows and columns than the picture has.
fn samples(frame_header: &[u8], n_pixels: u64) -> Option<u64> {
    let n_components = usize::from(*frame_header.get(5)?);
    let components = frame_header.get(6..6 + 3 * n_components)?.chunks_exact(3);
    let factors: Option<Vec<_>> = components
        .map(|component| {
            Some((
                u64::from(component.get(1)? >> 4),
                u64::from(component.get(1)? & 15),
            ))
        })
        .collect();
    let factors = factors?;
    let columns = factors.iter().map(|(across, _)| *across).max()?;
    let rows = factors.iter().map(|(_, down)| *down).max()?;
    let n_samples: u64 = factors.iter().map(|(across, down)| across * down).sum();
    (n_samples * n_pixels).checked_div(columns * rows)
}

/// Whether the header of a WebP file says that it is animated. Source: RFC 9649, 2.7.1.
fn is_animated(webp: &[u8]) -> bool {
    webp.get(12..16) == Some(b"VP8X") && webp.get(20).is_some_and(|flags| flags & 0b10 != 0)
}

/// Pixels of the largest lossy frame of a WebP file. Its decoder compares the size with that of the picture after it
/// decoded the frame. Source: RFC 9649, 2.5, and RFC 6386, 9.1.
fn pixels_of_largest_frame(webp: &[u8]) -> u64 {
    webp.windows(18)
        .filter_map(|window| match window {
            // Name and length of the chunk, a tag, the start code, width and height in 14 bits each.
            [
                b'V',
                b'P',
                b'8',
                b' ',
                _,
                _,
                _,
                _,
                _,
                _,
                _,
                0x9d,
                0x01,
                0x2a,
                w0,
                w1,
                h0,
                h1,
            ] => {
                let side = |low, high| u64::from(u16::from_le_bytes([low, high]) & 0x3fff);
                Some(side(*w0, *w1) * side(*h0, *h1))
            }
            _ => None,
        })
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::DynamicImage;

    use super::*;

    fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Vec::new();
        picture.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
        bytes
    }

    /// Replaces the first occurrence.
    fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
        let at = bytes.windows(from.len()).position(|part| part == from).unwrap();
        let mut replaced = bytes.to_vec();
        replaced.splice(at..at + from.len(), to.iter().copied());
        replaced
    }

    #[test]
    fn a_jpeg_of_one_scan_takes_the_picture_only() {
        let color = encoded(&DynamicImage::new_rgb8(16, 16), ImageFormat::Jpeg);
        assert_eq!(bytes_to_decode(&color, ImageFormat::Jpeg, 256, 768), 768);
        let gray = encoded(&DynamicImage::new_luma8(16, 16), ImageFormat::Jpeg);
        assert_eq!(bytes_to_decode(&gray, ImageFormat::Jpeg, 256, 256), 256);
    }

    #[test]
    fn a_jpeg_of_several_scans_takes_its_coefficients_too() {
        let color = encoded(&DynamicImage::new_rgb8(16, 16), ImageFormat::Jpeg);
        let progressive = replaced(&color, b"\xff\xc0", b"\xff\xc2");
        // The first scan has one component of three.
        let by_component = replaced(&color, b"\xff\xda\0\x0c\x03", b"\xff\xda\0\x0c\x01");
        for jpeg in [&progressive, &by_component] {
            assert_eq!(
                bytes_to_decode(jpeg, ImageFormat::Jpeg, 256, 768),
                768 + 256 * 3 * 2
            );
        }
        // The colors have half as many rows and columns: a half more samples than pixels.
        let header = b"\x08\0\x10\0\x10\x03\x01\x11\0";
        let halved = replaced(&progressive, header, b"\x08\0\x10\0\x10\x03\x01\x22\0");
        assert_eq!(
            bytes_to_decode(&halved, ImageFormat::Jpeg, 256, 768),
            768 + 256 * 3
        );
        let gray = encoded(&DynamicImage::new_luma8(16, 16), ImageFormat::Jpeg);
        let gray = replaced(&gray, b"\xff\xc0", b"\xff\xc2");
        assert_eq!(bytes_to_decode(&gray, ImageFormat::Jpeg, 256, 256), 256 + 256 * 2);
    }

    #[test]
    fn a_jpeg_that_is_not_understood_takes_the_most() {
        let color = encoded(&DynamicImage::new_rgb8(16, 16), ImageFormat::Jpeg);
        let filled = replaced(&color, b"\xff\xc0", b"\xff\xff\xc0");
        let restarted = replaced(&color, b"\xff\xc0", b"\xff\xd0\0\x02\xff\xc0");
        let without_length = replaced(&color, b"\xff\xc0", b"\xff\xe0\0\x01\xff\xc0");
        let lossless = replaced(&color, b"\xff\xc0", b"\xff\xc3");
        for jpeg in [&filled[..], &restarted, &without_length, &lossless, b"\xff\xd8"] {
            assert_eq!(
                bytes_to_decode(jpeg, ImageFormat::Jpeg, 256, 768),
                768 + 256 * 4 * 2
            );
        }
    }

    #[test]
    fn a_webp_takes_its_frames_too() {
        let opaque = encoded(&DynamicImage::new_rgb8(16, 16), ImageFormat::WebP);
        assert_eq!(bytes_to_decode(&opaque, ImageFormat::WebP, 256, 768), 256 * 7);
        assert_eq!(bytes_to_decode(&opaque, ImageFormat::WebP, 256, 1024), 256 * 15);
        let animated = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0";
        assert_eq!(bytes_to_decode(animated, ImageFormat::WebP, 256, 768), 256 * 15);
    }

    #[test]
    fn a_frame_of_a_webp_that_is_larger_than_the_picture_counts() {
        let mut webp = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x07\0\0\x07\0\0".to_vec();
        for (width, height) in [(8_u16, 8_u16), (16383, 16383), (9, 9)] {
            webp.extend_from_slice(b"VP8 \x64\0\0\0\x30\x01\0\x9d\x01\x2a");
            // The upper two bits are a scale, which nobody uses.
            webp.extend_from_slice(&(width | 0x4000).to_le_bytes());
            webp.extend_from_slice(&height.to_le_bytes());
        }
        assert_eq!(
            bytes_to_decode(&webp, ImageFormat::WebP, 64, 192),
            16383 * 16383 * 7
        );
    }

    #[test]
    fn a_png_takes_the_picture_only() {
        let png = encoded(&DynamicImage::new_rgb8(4, 4), ImageFormat::Png);
        assert_eq!(bytes_to_decode(&png, ImageFormat::Png, 16, 48), 48);
    }
}
