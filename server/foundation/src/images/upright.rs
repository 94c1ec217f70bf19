//! Pictures that their camera turned.

use image::metadata::Orientation;
use image::{DynamicImage, GenericImageView, ImageBuffer, Pixel};
use moyan_domain::limits::IMAGE_DECODED_MAX_BYTES;

use super::decoding::Picture;

/// A picture as it is to be shown, turned while it is read: a copy would take its memory twice.
pub struct Upright<'a, P: Pixel> {
    /// The pixels as they are stored.
    pub pixels: &'a ImageBuffer<P, Vec<P::Subpixel>>,
    /// How they are to be turned.
    pub orientation: Orientation,
}

impl<P: Pixel> GenericImageView for Upright<'_, P> {
    type Pixel = P;

    fn dimensions(&self) -> (u32, u32) {
        let (width, height) = self.pixels.dimensions();
        if is_on_its_side(self.orientation) {
            (height, width)
        } else {
            (width, height)
        }
    }

    fn get_pixel(&self, x: u32, y: u32) -> P {
        let (right, bottom) = (self.pixels.width() - 1, self.pixels.height() - 1);
        let (stored_x, stored_y) = match self.orientation {
            Orientation::NoTransforms => (x, y),
            Orientation::Rotate90 => (y, bottom - x),
            Orientation::Rotate180 => (right - x, bottom - y),
            Orientation::Rotate270 => (right - y, x),
            Orientation::FlipHorizontal => (right - x, y),
            Orientation::FlipVertical => (x, bottom - y),
            Orientation::Rotate90FlipH => (y, x),
            Orientation::Rotate270FlipH => (right - y, bottom - x),
        };
        *self.pixels.get_pixel(stored_x, stored_y)
    }
}

/// Whether width and height change places.
fn is_on_its_side(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// The pixels upright; none when that needs a copy and there is no memory for two.
pub fn turned(picture: Picture) -> Option<DynamicImage> {
    let Picture {
        mut pixels,
        orientation,
        ..
    } = picture;
    if !fits_turned(pixels.as_bytes().len(), orientation) {
        return None;
    }
    pixels.apply_orientation(orientation);
    Some(pixels)
}

fn fits_turned(n_bytes: usize, orientation: Orientation) -> bool {
    let n_copies = if is_on_its_side(orientation) { 2 } else { 1 };
    u64::try_from(n_bytes).is_ok_and(|n_bytes| n_bytes * n_copies <= IMAGE_DECODED_MAX_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Orientation; 8] = [
        Orientation::NoTransforms,
        Orientation::Rotate90,
        Orientation::Rotate180,
        Orientation::Rotate270,
        Orientation::FlipHorizontal,
        Orientation::FlipVertical,
        Orientation::Rotate90FlipH,
        Orientation::Rotate270FlipH,
    ];

    #[test]
    fn a_view_shows_what_a_turned_copy_holds() {
        let pixels = image::GrayImage::from_raw(3, 2, vec![0, 1, 2, 3, 4, 5]).unwrap();
        for orientation in ALL {
            let view = Upright {
                pixels: &pixels,
                orientation,
            };
            let mut copy = DynamicImage::from(pixels.clone());
            copy.apply_orientation(orientation);
            let copy = copy.into_luma8();
            assert_eq!(view.dimensions(), copy.dimensions(), "{orientation:?}");
            for (x, y, pixel) in copy.enumerate_pixels() {
                assert_eq!(view.get_pixel(x, y), *pixel, "{orientation:?} {x} {y}");
            }
        }
    }

    #[test]
    fn a_picture_that_is_too_large_for_two_is_not_turned() {
        let picture = |orientation| Picture {
            pixels: DynamicImage::new_rgba16(2300, 2200),
            orientation,
            color_profile: None,
        };
        assert!(turned(picture(Orientation::Rotate90)).is_none());
        assert!(turned(picture(Orientation::NoTransforms)).is_some());
    }

    #[test]
    fn a_copy_is_made_only_when_there_is_memory_for_two() {
        let half = usize::try_from(IMAGE_DECODED_MAX_BYTES / 2).unwrap();
        for orientation in ALL {
            assert!(fits_turned(half, orientation));
            assert_eq!(fits_turned(half + 1, orientation), !is_on_its_side(orientation));
        }
    }
}
