//! Named character references as one short text instead of a hash map of every beginning of every name.

use std::sync::LazyLock;

/// Sorted lines of a name, its character and sometimes a second one, in hexadecimal. Source: WHATWG HTML, entities.json.
const TEXT: &str = include_str!("entities.txt");

/// What a name, or the beginning of one, stands for.
pub static NAMED_ENTITIES: NamedEntities = NamedEntities(LazyLock::new(read));

type Entity = (&'static str, (u32, u32));

/// See [`NAMED_ENTITIES`].
pub struct NamedEntities(LazyLock<Vec<Entity>>);

fn read() -> Vec<Entity> {
    let number = |digits: Option<&str>| u32::from_str_radix(digits.unwrap_or("0"), 16).unwrap_or(0);
    TEXT.lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, (number(words.next()), number(words.next()))))
        })
        .collect()
}

impl NamedEntities {
    /// The characters of a name; two zeros for the beginning of one, nothing for anything else.
    pub fn get(&self, name: &str) -> Option<&'static (u32, u32)> {
        const BEGINNING: (u32, u32) = (0, 0);
        let entities: &'static [Entity] = &NAMED_ENTITIES.0;
        let place = entities.partition_point(|(known, _)| *known < name);
        match entities.get(place) {
            Some((known, characters)) if *known == name => Some(characters),
            Some((known, _)) if known.starts_with(name) => Some(&BEGINNING),
            _ => None,
        }
    }
}
