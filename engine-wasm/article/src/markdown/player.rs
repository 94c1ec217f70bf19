//! The players that articles embed: by their address, and the page that a reader can open in their place.

use crate::localized_text::MediaKind;

/// A site whose player is known.
#[derive(Debug)]
pub(super) struct Player {
    /// Its name in Chinese and in English.
    pub(super) names: [&'static str; 2],
    pub(super) kind: MediaKind,
    /// Its host; that of the player may be below it.
    host: &'static str,
    page: Page,
}

/// How the address of the page is made of that of the player.
#[derive(Debug)]
enum Page {
    /// This, a parameter by its name, and this.
    Parameter(&'static str, &'static str, &'static str),
    /// This, what stands in the path behind one of these, and this.
    LastPart(&'static str, &'static [&'static str], &'static str),
    /// NetEase: this, a kind by the parameter `type`, and `id`.
    NetEase,
}

const PLAYERS: [Player; 8] = [
    Player {
        names: ["哔哩哔哩", "Bilibili"],
        kind: MediaKind::Video,
        host: "bilibili.com",
        page: Page::Parameter("https://www.bilibili.com/video/", "bvid", ""),
    },
    Player {
        names: ["腾讯视频", "Tencent Video"],
        kind: MediaKind::Video,
        host: "v.qq.com",
        page: Page::Parameter("https://v.qq.com/x/page/", "vid", ".html"),
    },
    Player {
        names: ["优酷", "Youku"],
        kind: MediaKind::Video,
        host: "youku.com",
        page: Page::LastPart("https://v.youku.com/v_show/id_", &["/embed/"], ".html"),
    },
    Player {
        names: ["YouTube", "YouTube"],
        kind: MediaKind::Video,
        host: "youtube.com",
        page: Page::LastPart("https://www.youtube.com/watch?v=", &["/embed/", "/shorts/"], ""),
    },
    Player {
        names: ["YouTube", "YouTube"],
        kind: MediaKind::Video,
        host: "youtube-nocookie.com",
        page: Page::LastPart("https://www.youtube.com/watch?v=", &["/embed/"], ""),
    },
    Player {
        names: ["Vimeo", "Vimeo"],
        kind: MediaKind::Video,
        host: "vimeo.com",
        page: Page::LastPart("https://vimeo.com/", &["/video/"], ""),
    },
    Player {
        names: ["西瓜视频", "Xigua Video"],
        kind: MediaKind::Video,
        host: "ixigua.com",
        page: Page::LastPart("https://www.ixigua.com/", &["/iframe/"], ""),
    },
    Player {
        names: ["网易云音乐", "NetEase Cloud Music"],
        kind: MediaKind::Audio,
        host: "music.163.com",
        page: Page::NetEase,
    },
];

/// The player at `address`, and the address of the page that shows the same.
pub(super) fn of(address: &str) -> Option<(&'static Player, String)> {
    let (scheme, rest) = address.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at_checked(end)?;
    let host = host.to_ascii_lowercase();
    let is_at = |known: &str| {
        host.strip_suffix(known)
            .is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
    };
    let player = PLAYERS.iter().find(|player| is_at(player.host))?;
    let page = player.page.address(path).unwrap_or_else(|| address.to_owned());
    Some((player, page))
}

impl Page {
    /// The address of the page; none when the player's own says too little.
    fn address(&self, path: &str) -> Option<String> {
        match self {
            Self::Parameter(start, name, end) => Some([start, parameter(path, name)?, end].concat()),
            Self::LastPart(start, folders, end) => {
                let path = path.split(['?', '#']).next()?;
                let id = folders.iter().find_map(|folder| path.strip_prefix(folder))?;
                is_id(id).then(|| [start, id, end].concat())
            }
            Self::NetEase => {
                let kind = match parameter(path, "type")? {
                    "0" => "playlist",
                    "1" => "album",
                    "2" => "song",
                    "3" => "program",
                    _ => return None,
                };
                let id = parameter(path, "id")?;
                Some(format!("https://music.163.com/#/{kind}?id={id}"))
            }
        }
    }
}

/// The value of a parameter, when it looks like an identifier.
fn parameter<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    let (_, query) = path.split_once('?')?;
    let pairs = query
        .split(['&', '#', ';'])
        .filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.into_iter().find(|(key, _)| *key == name)?;
    is_id(value).then_some(value)
}

fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_player_leads_to_the_page_of_what_it_plays() {
        for (player, page) in [
            (
                "https://player.bilibili.com/player.html?aid=1&bvid=BV1xx411c7mD&page=1",
                "https://www.bilibili.com/video/BV1xx411c7mD",
            ),
            (
                "https://v.qq.com/txp/iframe/player.html?vid=m0020abc",
                "https://v.qq.com/x/page/m0020abc.html",
            ),
            (
                "http://player.youku.com/embed/XMTI3==",
                "https://v.youku.com/v_show/id_XMTI3==.html",
            ),
            (
                "https://www.youtube.com/embed/dQw4w9WgXcQ?start=3",
                "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            ),
            (
                "https://music.163.com/outchain/player?type=2&id=25706282&auto=0",
                "https://music.163.com/#/song?id=25706282",
            ),
        ] {
            assert_eq!(of(player).map(|(_, page)| page).as_deref(), Some(page));
        }
    }

    #[test]
    fn an_address_that_says_too_little_stays() {
        for address in [
            "https://player.bilibili.com/player.html?aid=1",
            "https://www.youtube.com/embed/a\"b",
            "https://music.163.com/outchain/player?type=9&id=1",
        ] {
            assert_eq!(of(address).map(|(_, page)| page).as_deref(), Some(address));
        }
    }

    #[test]
    fn another_host_is_no_player() {
        for address in [
            "https://notbilibili.com/?bvid=a",
            "https://bilibili.com.evil.org/?bvid=a",
            "javascript://bilibili.com/?bvid=a",
            "bilibili.com",
        ] {
            assert!(of(address).is_none(), "{address}");
        }
    }
}
