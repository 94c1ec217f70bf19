//! WebP files: every frame is decoded once, then the chunks that show something are copied.
//!
//! They are not encoded again: the encoder here writes lossless WebP only, which makes a photograph many times larger.
//! Source: RFC 9649, section 2.

use std::io::Cursor;

use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{AnimationDecoder as _, ImageDecoder as _, ImageFormat};

use super::decoding::{decode, fits_memory, limits};
use super::decoding_memory::bytes_to_decode;
use super::{CheckedImage, ImageKind, pixels_of};
use crate::config::limits::{FRAMES_MAX, FRAMES_MAX_PIXELS};

/// The flags of an extended file that are kept: transparency and animation. Color profile, EXIF and XMP are not.
const KEPT_FLAGS: u8 = 0b0001_0010;

/// The same picture without metadata; none when a frame is damaged or there are more than can be decoded.
pub fn rewrite(bytes: &[u8]) -> Option<CheckedImage> {
    let (width, height) = pixels_of(bytes, ImageFormat::WebP)?;
    let n_pixels = u64::from(width) * u64::from(height);
    // As much as a moving picture takes.
    if !fits_memory(
        n_pixels,
        bytes_to_decode(bytes, ImageFormat::WebP, n_pixels, n_pixels * 4),
    ) {
        return None;
    }
    let orientation = orientation_of(bytes)?;
    if orientation != Orientation::NoTransforms {
        return turned(bytes, orientation);
    }
    let (written, n_frames) = shown_chunks(bytes)?;
    if n_frames > FRAMES_MAX || n_frames * n_pixels > FRAMES_MAX_PIXELS {
        return None;
    }
    let mut decoder = WebPDecoder::new(Cursor::new(&written)).ok()?;
    decoder.set_limits(limits()).ok()?;
    if decoder.has_animation() {
        let n_decoded = decoder
            .into_frames()
            .try_fold(0, |n_decoded, frame| frame.is_ok().then_some(n_decoded + 1))?;
        if n_decoded != n_frames || n_frames == 0 {
            return None;
        }
    } else {
        decode(&written, ImageFormat::WebP)?;
    }
    Some(CheckedImage {
        kind: ImageKind::WebP,
        width,
        height,
        bytes: written,
    })
}

fn orientation_of(bytes: &[u8]) -> Option<Orientation> {
    WebPDecoder::new(Cursor::new(bytes)).ok()?.orientation().ok()
}

/// A picture that its EXIF data turn: the one kind that is encoded again, without loss.
fn turned(bytes: &[u8], orientation: Orientation) -> Option<CheckedImage> {
    let mut pixels = decode(bytes, ImageFormat::WebP)?.pixels;
    pixels.apply_orientation(orientation);
    let mut written = Vec::new();
    pixels
        .write_to(&mut Cursor::new(&mut written), ImageFormat::WebP)
        .ok()?;
    Some(CheckedImage {
        kind: ImageKind::WebP,
        width: pixels.width(),
        height: pixels.height(),
        bytes: written,
    })
}

/// Copies the chunks of pixels, transparency and animation; counts the frames. What follows the file is left out.
fn shown_chunks(bytes: &[u8]) -> Option<(Vec<u8>, u64)> {
    let length = usize::try_from(u32_at(bytes, 4)?).ok()?;
    let mut rest = bytes.get(12..length.checked_add(8)?)?;
    let mut written = b"RIFF\0\0\0\0WEBP".to_vec();
    let mut n_frames = 0;
    while !rest.is_empty() {
        let length = usize::try_from(u32_at(rest, 4)?).ok()?;
        let padded = length.checked_add(length % 2)?.checked_add(8)?;
        // The last byte of padding may be missing.
        let (chunk, after) = rest.split_at_checked(padded.min(rest.len()))?;
        if chunk.len() < length.checked_add(8)? {
            return None;
        }
        match chunk.get(..4)? {
            b"VP8X" => {
                let mut chunk = chunk.to_vec();
                *chunk.get_mut(8)? &= KEPT_FLAGS;
                written.extend_from_slice(&chunk);
            }
            b"ANMF" => {
                n_frames += 1;
                written.extend_from_slice(chunk);
            }
            b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" => written.extend_from_slice(chunk),
            _ => {}
        }
        rest = after;
    }
    let length = u32::try_from(written.len() - 8).ok()?;
    written.get_mut(4..8)?.copy_from_slice(&length.to_le_bytes());
    Some((written, n_frames))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
