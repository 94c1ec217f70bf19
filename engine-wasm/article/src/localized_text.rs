//! The texts that the engine itself puts into an article, in every language of [`Language`].

use crate::markdown::AlertKind;
use crate::options::Language;

/// What an element of media holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MediaKind {
    /// A film.
    Video,
    /// Sound.
    Audio,
    /// A page of another site, or a program.
    Page,
}

/// The texts in one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalizedText(Language);

impl LocalizedText {
    /// The texts in `language`.
    pub(crate) fn new(language: Language) -> Self {
        Self(language)
    }

    fn pick<'t>(self, zh: &'t str, en: &'t str) -> &'t str {
        match self.0 {
            Language::ZhCn => zh,
            Language::En => en,
        }
    }

    /// Heading of the list of footnotes.
    pub(crate) fn footnotes(self) -> &'static str {
        self.pick("脚注", "Footnotes")
    }

    /// Heading of the list of cited links.
    pub(crate) fn citations(self) -> &'static str {
        self.pick("引用链接", "References")
    }

    /// Line under an image slider.
    pub(crate) fn slider_hint(self) -> &'static str {
        self.pick("<<< 左右滑动看更多 >>>", "<<< Swipe to see more >>>")
    }

    /// Footer of a profile card.
    pub(crate) fn official_account(self) -> &'static str {
        self.pick("公众号", "Official account")
    }

    /// Badge of a profile card whose verify flag is 1.
    pub(crate) fn verified(self) -> &'static str {
        self.pick("个人认证", "Verified")
    }

    /// Title of an alert that names none.
    pub(crate) fn alert(self, kind: AlertKind) -> &'static str {
        match kind {
            AlertKind::Note => self.pick("备注", "Note"),
            AlertKind::Tip => self.pick("提示", "Tip"),
            AlertKind::Info => self.pick("信息", "Info"),
            AlertKind::Important => self.pick("重要", "Important"),
            AlertKind::Warning => self.pick("警告", "Warning"),
            AlertKind::Caution => self.pick("注意", "Caution"),
        }
    }

    /// What stood in the place of a card: `Bilibili video: its title`.
    ///
    /// `names` are those of the player, in Chinese and in English; an empty `title` is left out.
    pub(crate) fn media(self, kind: MediaKind, names: Option<[&str; 2]>, title: &str) -> String {
        let [zh, en] = names.unwrap_or_default();
        let name = self.pick(zh, en);
        // 腾讯视频, NetEase Cloud Music: such a name says the kind.
        let says_kind = ["视频", "音乐", "Video", "Music"]
            .iter()
            .any(|end| name.ends_with(end));
        let kind = match kind {
            _ if says_kind => "",
            MediaKind::Video if name.is_empty() => self.pick("视频", "Video"),
            MediaKind::Video => self.pick("视频", " video"),
            MediaKind::Audio if name.is_empty() => self.pick("音频", "Audio"),
            MediaKind::Audio => self.pick("音频", " audio"),
            MediaKind::Page => self.pick("嵌入的网页", "Embedded page"),
        };
        let is_latin = name.ends_with(|c: char| c.is_ascii_alphanumeric());
        let space = if is_latin && !kind.is_empty() && !kind.is_ascii() {
            " "
        } else {
            ""
        };
        let colon = match title {
            "" => "",
            _ => self.pick("：", ": "),
        };
        [name, space, kind, colon, title].concat()
    }

    /// The reading note.
    ///
    /// Source: specification §9, last lines: 'words N, about M minutes to read'.
    pub(crate) fn reading_note(self, words: u32, minutes: u32) -> String {
        match self.0 {
            Language::ZhCn => format!("字数 {words}，阅读大约需 {minutes} 分钟"),
            Language::En if words == 1 => format!("1 word, about {minutes} min to read"),
            Language::En => format!("{words} words, about {minutes} min to read"),
        }
    }
}
