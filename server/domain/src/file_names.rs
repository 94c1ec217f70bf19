//! How images and drawings are named.

use std::str::FromStr;

use crate::ImageKind;

/// Digits of an image's name: the first of the SHA-256 of the file that its author chose.
const NAME_DIGITS: usize = 16;
/// Digits of a SHA-256.
const HASH_DIGITS: usize = 64;

/// The name of an image in the texts of a knowledge base, such as `0123456789abcdef.png`.
///
/// It stands for the author's file; the server stores another that looks the same, so it does not check the digits.
#[derive(Clone, Debug)]
pub struct ImageName {
    /// The name.
    pub text: String,
    /// The type that its ending names.
    pub kind: ImageKind,
}

/// The SHA-256 of the source of a diagram, in hexadecimal digits.
#[derive(Clone, Debug)]
pub struct DiagramHash(pub String);

/// The last part of a public address: the SHA-256 of a file and its ending.
#[derive(Clone, Debug)]
pub struct MediaName {
    /// The hash of the file.
    pub hash: String,
    /// The type that its ending names.
    pub kind: ImageKind,
}

impl ImageName {
    fn parse(text: &str) -> Option<Self> {
        let (digits, ending) = text.split_once('.')?;
        let kind = ImageKind::of_ending(ending)?;
        is_hexadecimal(digits, NAME_DIGITS).then(|| Self {
            text: text.to_owned(),
            kind,
        })
    }
}

impl DiagramHash {
    fn parse(text: &str) -> Option<Self> {
        is_hexadecimal(text, HASH_DIGITS).then(|| Self(text.to_owned()))
    }
}

impl MediaName {
    fn parse(text: &str) -> Option<Self> {
        let (hash, ending) = text.split_once('.')?;
        let kind = ImageKind::of_ending(ending).filter(|kind| kind.ending() == ending)?;
        is_hexadecimal(hash, HASH_DIGITS).then(|| Self {
            hash: hash.to_owned(),
            kind,
        })
    }
}

fn is_hexadecimal(text: &str, n_digits: usize) -> bool {
    text.len() == n_digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A text that is no name of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no such name")]
pub struct NoName;

/// Makes `parse` what text becomes a name by.
macro_rules! parsed_from_text {
    ($($name:ident)+) => {
        $(
            impl FromStr for $name {
                type Err = NoName;

                fn from_str(text: &str) -> Result<Self, NoName> {
                    Self::parse(text).ok_or(NoName)
                }
            }
        )+
    };
}

parsed_from_text! { ImageName DiagramHash MediaName }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_digits_and_an_ending() {
        assert_eq!(
            ImageName::parse("0123456789abcdef.jpeg").map(|name| name.kind),
            Some(ImageKind::Jpeg)
        );
        for bad in [
            "0123456789abcdef",
            "0123456789abcdeF.png",
            "0123456789abcde.png",
            "0123456789abcdef0.png",
            "../3456789abcdef.png",
            "0123456789abcdef.php",
            "0123456789abcdef.png.php",
            "0123456789abcdef.",
        ] {
            assert!(ImageName::parse(bad).is_none(), "{bad}");
        }
        let hash = "0123456789abcdef".repeat(4);
        assert!(DiagramHash::parse(&hash).is_some());
        assert!(MediaName::parse(&format!("{hash}.jpg")).is_some());
        // One address for one file.
        assert!(MediaName::parse(&format!("{hash}.jpeg")).is_none());
    }
}
