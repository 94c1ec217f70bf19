//! WebP files: every frame is decoded once, then the chunks that show something are copied.
//!
//! They are not encoded again: the encoder here writes lossless WebP only, which makes a photograph many times larger.
//! Source: RFC 9649, section 2.

use std::io::Cursor;

use image::codecs::webp::{WebPDecoder, WebPEncoder};
use image::metadata::Orientation;
use image::{AnimationDecoder as _, ImageDecoder as _, ImageFormat};
use moyan_domain::limits::{FRAMES_MAX, FRAMES_MAX_PIXELS};

use super::decoding::{decode, fits_memory, limits};
use super::decoding_memory::bytes_to_decode;
use super::upright::turned;
use super::written::Written;
use super::{CheckedImage, pixels_of};
use moyan_domain::ImageKind;

/// The flags of an extended file that are kept: transparency and animation. Color profile, EXIF and XMP are not.
const KEPT_FLAGS: u8 = 0b0001_0010;
/// The flag of an animation.
const IS_MOVING: u8 = 0b0000_0010;
/// Bytes of the head of an extended file: flags and size.
const HEAD_BYTES: usize = 10;
/// Bytes that say how an animation is repeated and what is behind it.
const TURNS_BYTES: usize = 6;
/// Bytes of a frame before its picture: place, size, time and blending.
const PLACE_BYTES: usize = 16;

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
        return upright(bytes);
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
        if n_decoded != n_frames {
            return None;
        }
    } else {
        decode(Cursor::new(&written), ImageFormat::WebP)?;
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
fn upright(bytes: &[u8]) -> Option<CheckedImage> {
    let pixels = turned(decode(Cursor::new(bytes), ImageFormat::WebP)?)?;
    let mut written = Written::new().ok()?;
    pixels
        .write_with_encoder(WebPEncoder::new_lossless(&mut written))
        .ok()?;
    Some(CheckedImage {
        kind: ImageKind::WebP,
        width: pixels.width(),
        height: pixels.height(),
        bytes: written.into_bytes().ok()?,
    })
}

/// The same picture of nothing but what is shown; counts the frames. What follows the file is left out.
fn shown_chunks(bytes: &[u8]) -> Option<(Vec<u8>, u64)> {
    let length = usize::try_from(u32_at(bytes, 4)?).ok()?;
    let chunks = chunks(bytes.get(12..length.checked_add(8)?)?)?;
    let mut flags = 0;
    let mut shown = Vec::new();
    if let Some(head) = content_of(&chunks, b"VP8X") {
        let [first, rest @ ..] = *head.first_chunk::<HEAD_BYTES>()?;
        flags = first & KEPT_FLAGS;
        push_chunk(&mut shown, b"VP8X", &[&[flags], &rest[..]].concat())?;
    }
    let mut n_frames = 0;
    if flags & IS_MOVING == 0 {
        push_picture(&mut shown, &chunks)?;
    } else {
        let turns = content_of(&chunks, b"ANIM")?.first_chunk::<TURNS_BYTES>()?;
        push_chunk(&mut shown, b"ANIM", turns)?;
        for (name, frame) in chunks.iter().filter(|(name, _)| *name == b"ANMF") {
            n_frames += 1;
            push_chunk(&mut shown, name, &shown_frame(frame)?)?;
        }
    }
    let mut written = Vec::new();
    push_chunk(&mut written, b"RIFF", &[b"WEBP", shown.as_slice()].concat())?;
    Some((written, n_frames))
}

/// A frame of nothing but its place and its picture.
fn shown_frame(frame: &[u8]) -> Option<Vec<u8>> {
    let (place, content) = frame.split_at_checked(PLACE_BYTES)?;
    let mut shown = place.to_vec();
    push_picture(&mut shown, &chunks(content)?)?;
    Some(shown)
}

/// Writes the pixels of the one picture of a list, and their transparency, which stands before them.
fn push_picture(written: &mut Vec<u8>, chunks: &[Chunk<'_>]) -> Option<()> {
    let is_pixels = |(name, _): &Chunk<'_>| matches!(*name, b"VP8 " | b"VP8L");
    let at = chunks.iter().position(is_pixels)?;
    let (before, pixels) = (chunks.get(..at)?, chunks.get(at)?);
    // Pixels without loss have their own.
    let transparency = before
        .iter()
        .find(|(name, _)| *name == b"ALPH" && pixels.0 == b"VP8 ");
    for (name, content) in transparency.into_iter().chain([pixels]) {
        push_chunk(written, name, content)?;
    }
    Some(())
}

/// A name and what stands under it.
type Chunk<'a> = (&'a [u8; 4], &'a [u8]);

/// What stands under the first chunk of a name.
fn content_of<'a>(chunks: &[Chunk<'a>], name: &[u8; 4]) -> Option<&'a [u8]> {
    let found = chunks.iter().find(|(other, _)| *other == name);
    found.map(|(_, content)| *content)
}

/// The chunks of a list.
fn chunks(mut rest: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_first_chunk()?;
        let (length, after) = after.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (content, after) = after.split_at_checked(length)?;
        chunks.push((name, content));
        // The last byte of padding may be missing.
        rest = after.get(length % 2..).unwrap_or_default();
    }
    Some(chunks)
}

fn push_chunk(written: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) -> Option<()> {
    written.extend_from_slice(name);
    written.extend_from_slice(&u32::try_from(content.len()).ok()?.to_le_bytes());
    written.extend_from_slice(content);
    if content.len() % 2 == 1 {
        written.push(0);
    }
    Some(())
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
