//! The books of the platform, on a real database.

use crate::database::Database;
use crate::moyan::fresh_path;
use crate::operator::moyan;

/// Three orders of two sites that are gone with their teams and visitors.
fn filled() -> Database {
    let database = Database::new();
    for (number, site, day) in [(1, 1, "2026-01-30"), (2, 1, "2026-01-31"), (3, 2, "2026-02-01")] {
        database.execute(&format!(
            "INSERT INTO orders (id, site_id, team_id, site_name, number, visitor_id, visitor_identifier, package_id, \
             package, price_fen, amount_fen, paid_fen, method, status, closes_at, created_at, payer_note) \
             VALUES ('{id}', '{site_id}', '{site_id}', '=1+1', 'M2026000000{number}', '{id}', 'r@example.com', '{id}', \
             '{{\"id\": \"{id}\", \"name\": \"月度会员\", \"period\": \"monthly\", \"price\": \"99\", \
             \"priceFen\": 9900, \"benefits\": [], \"isRecommended\": false, \"isArchived\": false}}', \
             9900, 9900, 9900, 'manual', 'paid', now(), '{day} 00:00:00+00', '第一行, 第二行')",
            id = uuid(number),
            site_id = uuid(100 + site),
        ));
    }
    database
}

fn uuid(number: u32) -> String {
    format!("00000000-0000-7000-8000-{number:012}")
}

/// The numbers of the orders that the command writes.
fn numbers(database: &Database, args: &[&str]) -> Vec<String> {
    let run = moyan(database, &[&["orders"], args].concat(), "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(3).unwrap().to_owned())
        .collect()
}

#[test]
fn a_note_says_nothing_to_the_terminal_of_the_operator() {
    let database = filled();
    database.execute(r"UPDATE orders SET payer_note = E'\x1b]0;owned\x07\x1b[2J\u202Eb'");
    let run = moyan(&database, &["orders"], "");
    assert!(
        run.stdout.contains(r"\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}b"),
        "{}",
        run.stdout
    );
    let mut characters = run.stdout.chars();
    assert!(!characters.any(|character| character.is_control() && character != '\n'));
}

#[test]
fn orders_outlive_their_sites_and_stand_in_the_books() {
    let database = filled();
    let run = moyan(&database, &["orders"], "");
    let mut lines = run.stdout.lines();
    assert_eq!(
        lines.next(),
        Some(
            "\u{feff}siteId,siteName,teamId,number,createdAt,visitor,package,priceFen,discountFen,amountFen,paidFen,\
             refundedFen,coupon,method,isTest,status,problems,paidAt,note"
        )
    );
    let site = uuid(102);
    assert_eq!(
        lines.next(),
        Some(
            format!(
                "{site},'=1+1,{site},M20260000003,2026-02-01T00:00:00+00:00,r@example.com,月度会员,9900,0,9900,9900,0,,\
                 manual,false,paid,,,\"第一行, 第二行\""
            )
            .as_str()
        )
    );
    assert_eq!(lines.count(), 2);
}

#[test]
fn orders_are_chosen_by_site_and_by_day() {
    let database = filled();
    let all = ["M20260000003", "M20260000002", "M20260000001"];
    assert_eq!(numbers(&database, &[]), all);
    assert_eq!(numbers(&database, &["--site", &uuid(101)]), all[1..]);
    assert_eq!(numbers(&database, &["--since", "2026-01-31"]), all[..2]);
    assert!(numbers(&database, &["--site", &uuid(103)]).is_empty());
}

#[test]
fn a_file_that_is_there_is_not_overwritten() {
    let database = filled();
    let file = fresh_path("orders.csv");
    let args = ["orders", "--output", file.to_str().unwrap()];
    assert_eq!(moyan(&database, &args, "").status, 0);
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written.lines().count(), 4);
    let again = moyan(&database, &args, "");
    assert_eq!((again.status, again.stderr.contains("cannot write")), (1, true));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
}
