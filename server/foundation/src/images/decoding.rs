//! Decoding of one picture within the limits of size and memory.

use std::io::{BufRead, Seek};

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use moyan_domain::limits::{COLOR_PROFILE_MAX_BYTES, IMAGE_DECODED_MAX_BYTES, IMAGE_MAX_PIXELS};

use super::decoding_memory::bytes_to_decode;

/// A decoded picture.
pub struct Picture {
    /// The pixels as they are stored.
    pub pixels: DynamicImage,
    /// How they are to be turned.
    pub orientation: Orientation,
    /// What their numbers mean as colors (ICC), when the file says so.
    pub color_profile: Option<Vec<u8>>,
}

/// Decodes a picture; none when it is damaged or too large. The file is read three times, so that it is in memory once:
/// some decoders take a copy.
pub fn decode(mut file: impl BufRead + Seek, format: ImageFormat) -> Option<Picture> {
    let header = decoder_of(&mut file, format)?;
    let (width, height) = header.dimensions();
    let (n_pixels, n_bytes) = (u64::from(width) * u64::from(height), header.total_bytes());
    drop(header);
    // Before anything is decoded: a small file can hold a picture larger than the memory.
    let n_bytes = bytes_to_decode(&bytes_of(&mut file).ok()?, format, n_pixels, n_bytes);
    if !fits_memory(n_pixels, n_bytes) {
        return None;
    }
    file.rewind().ok()?;
    let mut decoder = decoder_of(file, format)?;
    let orientation = decoder.orientation().ok()?;
    let color_profile = decoder.icc_profile().ok()?.filter(|profile| is_profile(profile));
    Some(Picture {
        pixels: DynamicImage::from_decoder(decoder).ok()?,
        orientation,
        color_profile,
    })
}

fn decoder_of<'a>(file: impl BufRead + Seek + 'a, format: ImageFormat) -> Option<impl ImageDecoder + 'a> {
    let mut reader = ImageReader::with_format(file, format);
    reader.limits(limits());
    reader.into_decoder().ok()
}

/// All of a file.
pub(super) fn bytes_of(mut file: impl BufRead + Seek) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What a decoder may allocate.
pub(super) fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(IMAGE_DECODED_MAX_BYTES);
    limits
}

pub(super) fn fits_memory(n_pixels: u64, n_bytes: u64) -> bool {
    n_pixels <= IMAGE_MAX_PIXELS && n_bytes <= IMAGE_DECODED_MAX_BYTES
}

/// Whether bytes can be a color profile: its own size, and its signature. Source: ICC.1:2022, 7.2.
fn is_profile(bytes: &[u8]) -> bool {
    let size = bytes.first_chunk().map(|size| u32::from_be_bytes(*size) as usize);
    bytes.len() <= COLOR_PROFILE_MAX_BYTES && size == Some(bytes.len()) && bytes.get(36..40) == Some(b"acsp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_largest_size_in_pixels_and_in_memory() {
        assert!(fits_memory(24_000_000, 72_000_000));
        // What phones take fits when it is opaque and comes in one scan.
        assert!(fits_memory(IMAGE_MAX_PIXELS, IMAGE_MAX_PIXELS * 3));
        assert!(fits_memory(IMAGE_MAX_PIXELS, IMAGE_DECODED_MAX_BYTES));
        assert!(!fits_memory(IMAGE_MAX_PIXELS + 1, 0));
        assert!(!fits_memory(0, IMAGE_DECODED_MAX_BYTES + 1));
    }

    #[test]
    fn a_color_profile_says_its_own_size() {
        let mut profile = vec![0; 128];
        profile[3] = 128;
        profile[36..40].copy_from_slice(b"acsp");
        assert!(is_profile(&profile));
        profile.push(0);
        assert!(!is_profile(&profile));
        assert!(!is_profile(b"<?php evil(); ?>"));
    }
}
