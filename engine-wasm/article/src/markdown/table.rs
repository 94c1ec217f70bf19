//! Tables, in a section that can scroll.

use comrak::nodes::{Node, NodeValue, TableAlignment};

use super::format::{Flow, Formatter};
use super::tag;

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
