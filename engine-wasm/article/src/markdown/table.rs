//! Tables, in a section that can scroll.

use comrak::nodes::{Node, NodeValue, TableAlignment};

use crate::warning::Warning;

use super::context::Context;
use super::format::{Flow, Formatter};
use super::tag;

/// The rows of an article are filled up with so many empty cells. The parser makes up to 500,000 of them, from a text of
/// 14 KB: one row of 2,000 cells and 2,000 rows of one.
pub(crate) const MAX_EMPTY_CELLS: usize = 10_000;

/// Takes the empty cells at the ends of the rows of `table` away, with a warning, when there are too many.
pub(crate) fn limit_empty_cells<'a>(context: &mut Context<'a, '_>, table: Node<'a>) {
    let n_empty: usize = table
        .children()
        .map(|row| trailing_empty_cells(row).count())
        .sum();
    context.n_empty_cells = context.n_empty_cells.saturating_add(n_empty);
    if context.n_empty_cells <= MAX_EMPTY_CELLS {
        return;
    }
    for row in table.children() {
        let cells: Vec<Node<'a>> = trailing_empty_cells(row).collect();
        cells.iter().for_each(|cell| cell.detach());
    }
    let warning = Warning::new("table.shortRows", context.line(table));
    context.warnings.push(warning);
}

/// The cells at the end of `row` that hold nothing; its first one is left out.
fn trailing_empty_cells<'a>(row: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    row.reverse_children()
        .take_while(|cell| cell.first_child().is_none() && cell.previous_sibling().is_some())
}

impl Formatter<'_> {
    pub(super) fn enter_table(&mut self) -> Flow {
        self.new_line();
        if self.dialect.is_article() {
            tag::open(&mut self.out, "section", &[("class", "table")]);
        }
        self.out.push_str("<table>\n");
        Flow::Inside
    }

    pub(super) fn exit_table(&mut self, table: Node<'_>) {
        let has_body = table
            .last_child()
            .is_some_and(|row| !matches!(row.data().value, NodeValue::TableRow(true)));
        if has_body {
            self.out.push_str("</tbody>\n");
        }
        self.out.push_str("</table>");
        if self.dialect.is_article() {
            self.out.push_str("</section>");
        }
        self.out.push('\n');
    }

    pub(super) fn enter_row(&mut self, row: Node<'_>, is_head: bool) -> Flow {
        let first_of_body = row
            .previous_sibling()
            .is_some_and(|before| matches!(before.data().value, NodeValue::TableRow(true)));
        if is_head {
            self.out.push_str("<thead>\n");
        } else if first_of_body {
            self.out.push_str("<tbody>\n");
        }
        self.out.push_str("<tr>\n");
        self.column = 0;
        Flow::Inside
    }

    pub(super) fn exit_row(&mut self, is_head: bool) {
        self.out.push_str("</tr>\n");
        if is_head {
            self.out.push_str("</thead>\n");
        }
    }

    pub(super) fn enter_cell(&mut self, cell: Node<'_>) -> Flow {
        let align = cell
            .parent()
            .and_then(|row| row.parent())
            .and_then(|table| match &table.data().value {
                NodeValue::Table(table) => table.alignments.get(self.column).copied(),
                _ => None,
            });
        self.column += 1;
        let align: &[(&str, &str)] = match align {
            Some(TableAlignment::Left) => &[("align", "left")],
            Some(TableAlignment::Center) => &[("align", "center")],
            Some(TableAlignment::Right) => &[("align", "right")],
            Some(TableAlignment::None) | None => &[],
        };
        tag::open(&mut self.out, cell_name(cell), align);
        Flow::Inside
    }

    pub(super) fn exit_cell(&mut self, cell: Node<'_>) {
        tag::close(&mut self.out, cell_name(cell));
        self.out.push('\n');
    }
}

fn cell_name(cell: Node<'_>) -> &'static str {
    match cell
        .parent()
        .map(|row| matches!(row.data().value, NodeValue::TableRow(true)))
    {
        Some(true) => "th",
        _ => "td",
    }
}
