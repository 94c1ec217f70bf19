//! Pictures of accounts: checked, decoded, scaled and written anew, so that nothing of the file is passed on.

use std::io::{BufRead, Cursor, Seek};

use image::imageops::{self, FilterType};
use image::{DynamicImage, GenericImageView as _, ImageFormat, RgbaImage};
use moyan_domain::FieldProblem;
use moyan_domain::limits::AVATAR_SIDE_PX;
use moyan_foundation::images::decode;

/// A square PNG of the middle of a JPG, PNG or WebP file, upright.
pub fn square_png(mut file: impl BufRead + Seek) -> Result<Vec<u8>, FieldProblem> {
    let first = file.fill_buf().map_err(|_| FieldProblem::ImageUnreadable)?;
    let format = image::guess_format(first).map_err(|_| FieldProblem::ImageType)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) {
        return Err(FieldProblem::ImageType);
    }
    let mut png = Vec::new();
    let picture = decode(file, format).ok_or(FieldProblem::ImageUnreadable)?;
    let mut square = DynamicImage::from(scaled_middle(&picture.pixels));
    square.apply_orientation(picture.orientation);
    square
        .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
        .map_err(|_| FieldProblem::ImageUnreadable)?;
    Ok(png)
}

/// The middle of a picture as a square of the avatar's size. Cut before it is scaled: scaling a strip until its
/// short side is long enough makes a picture without end. A view is cut, because a copy takes as much memory again.
fn scaled_middle(picture: &DynamicImage) -> RgbaImage {
    let (width, height) = picture.dimensions();
    let side = width.min(height);
    let middle = picture.view((width - side) / 2, (height - side) / 2, side, side);
    // Averaging first keeps the slower filter, which is better, from working on every pixel.
    let coarse_side = AVATAR_SIDE_PX * 2;
    let coarse = if side > coarse_side {
        imageops::thumbnail(&*middle, coarse_side, coarse_side)
    } else {
        middle.to_image()
    };
    imageops::resize(&coarse, AVATAR_SIDE_PX, AVATAR_SIDE_PX, FilterType::Lanczos3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square_png(bytes: &[u8]) -> Result<Vec<u8>, FieldProblem> {
        super::square_png(Cursor::new(bytes))
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        DynamicImage::new_rgb8(width, height)
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .unwrap();
        bytes
    }

    #[test]
    fn a_picture_becomes_a_square_of_one_size() {
        let square = image::load_from_memory(&square_png(&png(40, 300)).unwrap()).unwrap();
        assert_eq!(
            (square.width(), square.height()),
            (AVATAR_SIDE_PX, AVATAR_SIDE_PX)
        );
    }

    /// A JPEG of two halves, the left white and the right black, with this orientation in its EXIF data.
    fn turned_jpeg(orientation: u8) -> Vec<u8> {
        let mut picture = image::RgbImage::new(64, 64);
        for (x, _, pixel) in picture.enumerate_pixels_mut() {
            *pixel = image::Rgb(if x < 32 { [255; 3] } else { [0; 3] });
        }
        let mut bytes = Vec::new();
        picture
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Jpeg)
            .unwrap();
        // APP1 with one entry of TIFF: tag 0x0112, type SHORT, count 1. Source: CIPA DC-008 §4.6.
        let mut exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        exif.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0]);
        bytes.splice(2..2, exif);
        bytes
    }

    #[test]
    fn a_photograph_is_upright() {
        // Where the left of the stored picture is to be shown: 1 left, 3 right, 6 top, 8 bottom.
        for (orientation, (x, y)) in [(1, (20, 128)), (3, (236, 128)), (6, (128, 20)), (8, (128, 236))] {
            let square = image::load_from_memory(&square_png(&turned_jpeg(orientation)).unwrap()).unwrap();
            let square = square.to_luma8();
            assert!(square.get_pixel(x, y).0[0] > 200, "{orientation}");
            assert!(square.get_pixel(255 - x, 255 - y).0[0] < 50, "{orientation}");
        }
    }

    #[test]
    fn a_strip_takes_no_more_memory_than_it_has() {
        for strip in [png(300_000, 1), png(1, 300_000)] {
            let square = image::load_from_memory(&square_png(&strip).unwrap()).unwrap();
            assert_eq!(
                (square.width(), square.height()),
                (AVATAR_SIDE_PX, AVATAR_SIDE_PX)
            );
        }
    }

    #[test]
    fn the_middle_is_what_is_kept() {
        for (width, height) in [(30, 10), (10, 30), (1800, 600), (600, 1800)] {
            let mut picture = image::RgbImage::new(width, height);
            let third = width.max(height) / 3;
            for (x, y, pixel) in picture.enumerate_pixels_mut() {
                let along = if width > height { x } else { y };
                let is_middle = (third..2 * third).contains(&along);
                *pixel = image::Rgb(if is_middle { [255; 3] } else { [0; 3] });
            }
            let mut bytes = Vec::new();
            picture
                .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
                .unwrap();
            let square = image::load_from_memory(&square_png(&bytes).unwrap()).unwrap();
            assert!(
                square.to_rgb8().pixels().all(|pixel| pixel.0 == [255; 3]),
                "{width}"
            );
        }
    }

    #[test]
    fn what_is_appended_to_a_picture_is_not_passed_on() {
        let mut bytes = png(8, 8);
        bytes.extend_from_slice(b"<?php evil(); ?>");
        let square = square_png(&bytes).unwrap();
        assert!(!square.windows(4).any(|part| part == b"evil"));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert_eq!(square_png(b"<svg onload=evil()>"), Err(FieldProblem::ImageType));
        assert_eq!(
            square_png(b"GIF89a\x01\x00\x01\x00"),
            Err(FieldProblem::ImageType)
        );
        assert_eq!(square_png(b""), Err(FieldProblem::ImageType));
        let whole = png(8, 8);
        assert_eq!(
            square_png(whole.split_at(40).0),
            Err(FieldProblem::ImageUnreadable)
        );
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_decoded() {
        let mut bytes = png(8, 8);
        // Width and height stand in the header, which has a checksum of its own.
        bytes[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        assert_eq!(square_png(&bytes), Err(FieldProblem::ImageUnreadable));
    }
}
