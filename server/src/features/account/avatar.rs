//! Pictures of accounts: checked, decoded, scaled and written anew, so that nothing of the file is passed on.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use image::{ImageFormat, ImageReader, Limits, imageops::FilterType};
use tokio::sync::Semaphore;

use crate::config::limits::{AVATAR_SIDE_PX, IMAGE_MAX_PIXELS, IMAGE_WAIT_S, IMAGES_AT_ONCE};
use crate::error::{AppError, FieldProblem, Refusal};

/// Bytes of memory that decoding may take: four a pixel, and half as much again to work with.
const DECODER_MAX_BYTES: u64 = IMAGE_MAX_PIXELS * 6;

/// Scales pictures, a few at once: each takes memory while it is decoded, also when nobody waits for it any more.
#[derive(Clone)]
pub struct Scaler {
    permits: Arc<Semaphore>,
}

impl Default for Scaler {
    fn default() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(IMAGES_AT_ONCE)),
        }
    }
}

impl Scaler {
    /// The avatar that a file holds, off the event loop.
    pub async fn avatar_of(&self, bytes: Vec<u8>) -> Result<Vec<u8>, AppError> {
        let turn = self.permits.clone().acquire_owned();
        let permit = tokio::time::timeout(Duration::from_secs(IMAGE_WAIT_S), turn)
            .await
            .map_err(|_| Refusal::Busy)?
            .map_err(|error| AppError::Internal(error.to_string()))?;
        web::block(move || {
            let _permit = permit;
            square_png(&bytes)
        })
        .await
        .map_err(|error| AppError::Internal(error.to_string()))?
        .map_err(|problem| AppError::invalid("avatar", problem))
    }
}

/// A square PNG of the middle of a JPG, PNG or WebP file.
fn square_png(bytes: &[u8]) -> Result<Vec<u8>, FieldProblem> {
    let format = image::guess_format(bytes).map_err(|_| FieldProblem::ImageType)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) {
        return Err(FieldProblem::ImageType);
    }
    let (width, height) = ImageReader::with_format(Cursor::new(bytes), format)
        .into_dimensions()
        .map_err(|_| FieldProblem::ImageUnreadable)?;
    // Before anything is decoded: a small file can hold a picture larger than the memory.
    if u64::from(width) * u64::from(height) > IMAGE_MAX_PIXELS {
        return Err(FieldProblem::ImageUnreadable);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODER_MAX_BYTES);
    reader.limits(limits);
    let picture = reader.decode().map_err(|_| FieldProblem::ImageUnreadable)?;
    // Cut before it is scaled: scaling a strip until its short side is long enough makes a picture without end.
    let side = width.min(height);
    let square = picture
        .crop_imm((width - side) / 2, (height - side) / 2, side, side)
        .resize_exact(AVATAR_SIDE_PX, AVATAR_SIDE_PX, FilterType::Lanczos3);
    let mut png = Vec::new();
    square
        .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
        .map_err(|_| FieldProblem::ImageUnreadable)?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        image::DynamicImage::new_rgb8(width, height)
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

    #[actix_web::test]
    async fn a_picture_whose_turn_does_not_come_is_sent_away() {
        let scaler = Scaler::default();
        let others = scaler.permits.clone().acquire_many_owned(2).await.unwrap();
        assert!(matches!(
            scaler.avatar_of(png(8, 8)).await,
            Err(AppError::Refused(Refusal::Busy))
        ));
        drop(others);
        assert!(scaler.avatar_of(png(8, 8)).await.is_ok());
        assert_eq!(scaler.permits.available_permits(), IMAGES_AT_ONCE);
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
        let mut picture = image::RgbImage::new(30, 10);
        for (x, _, pixel) in picture.enumerate_pixels_mut() {
            *pixel = image::Rgb(if (10..20).contains(&x) { [255; 3] } else { [0; 3] });
        }
        let mut bytes = Vec::new();
        picture
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .unwrap();
        let square = image::load_from_memory(&square_png(&bytes).unwrap()).unwrap();
        assert!(square.to_rgb8().pixels().all(|pixel| pixel.0 == [255; 3]));
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
