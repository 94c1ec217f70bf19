//! The types of pictures that are taken.

/// A type of picture that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF, which may move.
    Gif,
    /// WebP, which may move.
    WebP,
    /// SVG.
    Svg,
}

impl ImageKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Png, Self::Jpeg, Self::Gif, Self::WebP, Self::Svg];

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
            Self::Svg => "image/svg+xml",
        }
    }

    /// The ending of a file's name, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::WebP => "webp",
            Self::Svg => "svg",
        }
    }

    /// The type with this media type.
    pub fn of_media_type(media_type: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.media_type() == media_type)
    }

    /// The type with this ending. A JPEG has two.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "jpeg" => Some(Self::Jpeg),
            ending => Self::ALL.into_iter().find(|kind| kind.ending() == ending),
        }
    }
}
