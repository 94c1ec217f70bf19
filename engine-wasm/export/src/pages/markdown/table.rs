//! Tables.

use super::{Writer, inline};
use crate::tree::NodeId;

impl Writer<'_> {
    /// A table with one line for each row. The first one is its head; a cell that spans several stands once.
    pub(super) fn table(&self, id: NodeId, depth: usize) -> Option<String> {
        let rows = self.tree.find(id, |element| element.is("tr"));
        let rows: Vec<Vec<(String, &str)>> = rows.into_iter().map(|row| self.cells(row, depth)).collect();
        let n_columns = rows
            .iter()
            .map(Vec::len)
            .max()
            .filter(|n_columns| *n_columns > 0)?;
        let line = |row: &[(String, &str)]| {
            let mut text = String::from("|");
            for index in 0..n_columns {
                let cell = row.get(index).map_or("", |(cell, _)| cell.as_str());
                text.push_str(&format!(" {cell} |"));
            }
            text
        };
        let (head, body) = rows.split_first()?;
        let mut rule = String::from("|");
        for index in 0..n_columns {
            rule.push_str(match head.get(index).map(|(_, align)| *align) {
                Some("center") => " :-: |",
                Some("right") => " --: |",
                Some("left") => " :-- |",
                _ => " --- |",
            });
        }
        let mut lines = vec![line(head), rule];
        lines.extend(body.iter().map(|row| line(row)));
        Some(lines.join("\n"))
    }

    fn cells(&self, row: NodeId, depth: usize) -> Vec<(String, &str)> {
        let cells = self.tree.children(row);
        let cells = cells
            .into_iter()
            .filter(|cell| self.tree.is_any(*cell, &["td", "th"]));
        cells
            .map(|cell| {
                let text = self.blocks(cell, depth).join(inline::BREAK);
                let text = text.replace(inline::BREAK, "<br>").replace('\n', " ");
                (text, self.tree.attribute(cell, "align").unwrap_or_default())
            })
            .collect()
    }
}
