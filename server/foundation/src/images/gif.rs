//! GIF files: every frame is decoded once, then the blocks that show something are copied.
//! Source: GIF89a specification, sections 17 to 27.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder as _, ImageDecoder as _};
use moyan_domain::limits::{FRAMES_MAX, FRAMES_MAX_PIXELS};

use super::CheckedImage;
use super::decoding::{fits_memory, limits};
use moyan_domain::ImageKind;

/// Bytes for each pixel of the canvas while frames are decoded: canvas and frame with four channels each, and the
/// indices of the frame.
const BYTES_PER_PIXEL: u64 = 4 + 4 + 1;

/// The same animation without comments, texts and data of applications; none when a frame is damaged, when one does
/// not lie within the canvas, or when there are more than can be decoded.
pub fn rewrite(bytes: &[u8]) -> Option<CheckedImage> {
    let (width, height) = (u16_at(bytes, 6)?, u16_at(bytes, 8)?);
    let n_pixels = u64::from(width) * u64::from(height);
    if !fits_memory(n_pixels, n_pixels * BYTES_PER_PIXEL) {
        return None;
    }
    let (written, n_frames) = shown_blocks(bytes, width, height)?;
    if n_frames == 0 || n_frames > FRAMES_MAX || n_frames * n_pixels > FRAMES_MAX_PIXELS {
        return None;
    }
    let mut decoder = GifDecoder::new(Cursor::new(&written)).ok()?;
    decoder.set_limits(limits()).ok()?;
    let n_decoded = decoder
        .into_frames()
        .try_fold(0, |n_decoded, frame| frame.is_ok().then_some(n_decoded + 1))?;
    (n_decoded == n_frames).then_some(CheckedImage {
        kind: ImageKind::Gif,
        width: width.into(),
        height: height.into(),
        bytes: written,
    })
}

/// Copies header, color tables, frames, their delays and the number of repetitions; counts the frames.
fn shown_blocks(bytes: &[u8], width: u16, height: u16) -> Option<(Vec<u8>, u64)> {
    let head = 13 + table_length(*bytes.get(10)?);
    let mut written = b"GIF89a".to_vec();
    written.extend_from_slice(bytes.get(6..head)?);
    let mut at = head;
    let mut n_frames = 0;
    loop {
        let start = at;
        match bytes.get(at)? {
            // The end: what follows is not part of the picture.
            0x3b => {
                written.push(0x3b);
                return Some((written, n_frames));
            }
            0x2c => {
                let (left, top) = (u16_at(bytes, at + 1)?, u16_at(bytes, at + 3)?);
                let (across, down) = (u16_at(bytes, at + 5)?, u16_at(bytes, at + 7)?);
                let is_within = left.checked_add(across)? <= width && top.checked_add(down)? <= height;
                if !is_within || across == 0 || down == 0 {
                    return None;
                }
                n_frames += 1;
                // The descriptor, its color table, the size of codes.
                at = after_sub_blocks(bytes, at + 10 + table_length(*bytes.get(at + 9)?) + 1)?;
                written.extend_from_slice(bytes.get(start..at)?);
            }
            0x21 => {
                let label = *bytes.get(at + 1)?;
                at = after_sub_blocks(bytes, at + 2)?;
                let block = bytes.get(start..at)?;
                if is_delay(label, block) || is_repetition(label, block) {
                    written.extend_from_slice(block);
                }
            }
            _ => return None,
        }
    }
}

/// A graphic control extension, of its one length.
fn is_delay(label: u8, block: &[u8]) -> bool {
    label == 0xf9 && block.len() == 8 && block.get(2) == Some(&4)
}

/// How often an animation is repeated: the one extension of an application that browsers read.
fn is_repetition(label: u8, block: &[u8]) -> bool {
    label == 0xff && block.len() == 19 && block.get(2..16) == Some(b"\x0bNETSCAPE2.0\x03\x01")
}

/// Bytes of the color table that a field of flags announces.
fn table_length(flags: u8) -> usize {
    if flags & 0x80 == 0 {
        0
    } else {
        3 << ((flags & 7) + 1)
    }
}

/// Where the chain of sub-blocks that begins at `at` ends.
fn after_sub_blocks(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(*bytes.get(at)?);
        at += 1 + length;
        if length == 0 {
            return Some(at);
        }
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
