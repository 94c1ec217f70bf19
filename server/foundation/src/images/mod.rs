//! Checks of uploaded pictures: what is stored was decoded here and written anew, so that nothing hides in it.
//!
//! - The type is what the first bytes say; the type that the sender names must be the same.
//! - The size in pixels is read from the header and bounded before anything is decoded.
//! - Photographs and drawings in pixels are decoded, turned upright and encoded again; only their color profile stays.
//! - GIF and WebP may move. Each frame is decoded once, and the file is written again from the parts that show
//!   something, see [`gif`] and [`webp`].
//! - SVG is parsed and written again by an allow-list, see [`svg`].
//!
//! Start reading at [`check`]. This module knows no request and no store. It takes time and memory: call it in
//! [`Uploads::decode`](crate::uploads::Uploads::decode).

mod decoding;
mod decoding_memory;
pub mod gif;
pub mod svg;
mod svg_drawn;
mod svg_names;
mod upright;
pub mod webp;
mod written;

use std::io::{BufRead, ErrorKind, Seek};

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageEncoder as _, ImageError, ImageFormat};
use moyan_domain::{FieldProblem, ImageKind};

use decoding::bytes_of;
pub use decoding::{Picture, decode};
use upright::{Upright, turned};
use written::Written;

/// Quality of a JPEG that is written again, of 100: no loss that is seen.
const JPEG_QUALITY: u8 = 90;

/// A picture that may be stored and shown.
#[derive(Debug, PartialEq, Eq)]
pub struct CheckedImage {
    /// Its type.
    pub kind: ImageKind,
    /// The file.
    pub bytes: Vec<u8>,
    /// Pixels, or units of an SVG.
    pub width: u32,
    /// Pixels, or units of an SVG.
    pub height: u32,
}

/// Why a file was not checked.
#[derive(Debug)]
pub enum CheckError {
    /// It cannot be used.
    Problem(FieldProblem),
    /// It could not be read or written here.
    Io(std::io::Error),
}

impl From<FieldProblem> for CheckError {
    fn from(problem: FieldProblem) -> Self {
        Self::Problem(problem)
    }
}

impl From<std::io::Error> for CheckError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// Of an encoder, which writes to [`Written`].
impl From<ImageError> for CheckError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::IoError(error) if error.kind() != ErrorKind::FileTooLarge => Self::Io(error),
            _ => Self::Problem(FieldProblem::ImageUnreadable),
        }
    }
}

/// The type of a file, by its first bytes. A text that may be XML is taken for an SVG, which its parser decides.
fn kind_of(bytes: &[u8]) -> Option<ImageKind> {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => Some(ImageKind::Png),
        Ok(ImageFormat::Jpeg) => Some(ImageKind::Jpeg),
        Ok(ImageFormat::Gif) => Some(ImageKind::Gif),
        Ok(ImageFormat::WebP) => Some(ImageKind::WebP),
        Ok(_) => None,
        Err(_) => {
            let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            (text.trim_ascii_start().first() == Some(&b'<')).then_some(ImageKind::Svg)
        }
    }
}

/// Checks a file and writes it anew.
///
/// - `declared`: the type that its sender names.
/// - Problems: [`FieldProblem::ArticleImageType`] when the file is of no type that is taken, or of another than the one
///   declared; [`FieldProblem::ImageUnreadable`] when it is damaged or larger than can be decoded.
pub fn check(mut file: impl BufRead + Seek, declared: ImageKind) -> Result<CheckedImage, CheckError> {
    if kind_of(file.fill_buf()?) != Some(declared) {
        return Err(FieldProblem::ArticleImageType.into());
    }
    let written = match declared {
        ImageKind::Png => return encode_again(file, ImageFormat::Png, declared, write_png),
        ImageKind::Jpeg => return encode_again(file, ImageFormat::Jpeg, declared, write_jpeg),
        ImageKind::Gif => gif::rewrite(&bytes_of(file)?),
        ImageKind::WebP => webp::rewrite(&bytes_of(file)?),
        ImageKind::Svg => svg::clean(&bytes_of(file)?),
    };
    Ok(written.ok_or(FieldProblem::ImageUnreadable)?)
}

/// Decodes, turns upright and encodes as the same type.
fn encode_again(
    file: impl BufRead + Seek,
    format: ImageFormat,
    kind: ImageKind,
    write: impl FnOnce(Picture, &mut Written) -> Result<(), CheckError>,
) -> Result<CheckedImage, CheckError> {
    let picture = decode(file, format).ok_or(FieldProblem::ImageUnreadable)?;
    let mut written = Written::new()?;
    write(picture, &mut written)?;
    let bytes = written.into_bytes()?;
    let (width, height) = pixels_of(&bytes, format).ok_or(FieldProblem::ImageUnreadable)?;
    Ok(CheckedImage {
        kind,
        bytes,
        width,
        height,
    })
}

/// A photograph: turned while it is encoded, because the largest ones come from phones, which turn them.
fn write_jpeg(picture: Picture, written: &mut Written) -> Result<(), CheckError> {
    let orientation = picture.orientation;
    let mut encoder = JpegEncoder::new_with_quality(written, JPEG_QUALITY);
    let profile = picture.color_profile;
    profile.and_then(|profile| encoder.set_icc_profile(profile).ok());
    match picture.pixels {
        DynamicImage::ImageLuma8(pixels) => encoder.encode_image(&Upright {
            pixels: &pixels,
            orientation,
        }),
        other => encoder.encode_image(&Upright {
            pixels: &other.into_rgb8(),
            orientation,
        }),
    }?;
    Ok(())
}

fn write_png(mut picture: Picture, written: &mut Written) -> Result<(), CheckError> {
    let mut encoder = PngEncoder::new(written);
    let profile = picture.color_profile.take();
    profile.and_then(|profile| encoder.set_icc_profile(profile).ok());
    let pixels = turned(picture).ok_or(FieldProblem::ImageUnreadable)?;
    Ok(pixels.write_with_encoder(encoder)?)
}

/// Width and height of a file, by its header.
fn pixels_of(bytes: &[u8], format: ImageFormat) -> Option<(u32, u32)> {
    image::ImageReader::with_format(std::io::Cursor::new(bytes), format)
        .into_dimensions()
        .ok()
}

#[cfg(test)]
mod tests;
