//! The compact table of character references in `engine-wasm/vendor/markup5ever` answers as the published one.

#[test]
fn every_name_and_every_beginning_of_one_is_known() {
    let (ours, published) = (&markup5ever::data::NAMED_ENTITIES, &web_atoms::NAMED_ENTITIES);
    assert!(published.len() > 9_000);
    for (name, characters) in published.entries() {
        assert_eq!(ours.get(name), Some(characters), "{name}");
        for more in [";", "x", "~", " "] {
            let longer = format!("{name}{more}");
            assert_eq!(ours.get(&longer), published.get(&longer), "{longer}");
        }
    }
    assert_eq!(ours.get("é"), None);
}
