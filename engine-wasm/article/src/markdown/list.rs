//! Lists and task lists.

use comrak::nodes::{ListType, Node, NodeList, NodeTaskItem, NodeValue};

use super::format::{Flow, Formatter};
use super::{tag, tree};

impl Formatter<'_> {
    pub(super) fn enter_list(&mut self, list: &NodeList) -> Flow {
        self.new_line();
        let start = list.start.to_string();
        let mut attributes = Vec::new();
        if list.is_task_list && self.dialect.is_article() {
            attributes.push(("class", "tasks"));
        }
        if list.list_type == ListType::Ordered && list.start != 1 {
            attributes.push(("start", start.as_str()));
        }
        tag::open(&mut self.out, list_name(list), &attributes);
        self.out.push('\n');
        Flow::Inside
    }

    pub(super) fn exit_list(&mut self, list: &NodeList) {
        tag::close(&mut self.out, list_name(list));
        self.out.push('\n');
    }

    pub(super) fn enter_item(&mut self) -> Flow {
        self.new_line();
        self.out.push_str("<li>");
        Flow::Inside
    }

    /// The box stands in the first paragraph, if that has an element of its own.
    pub(super) fn enter_task(&mut self, node: Node<'_>, task: NodeTaskItem) -> Flow {
        self.new_line();
        let class: &[(&str, &str)] = if self.dialect.is_article() {
            &[("class", "task")]
        } else {
            &[]
        };
        tag::open(&mut self.out, "li", class);
        let is_loose = node
            .first_child()
            .is_some_and(|first| self.is_printed_paragraph(first));
        if !is_loose {
            self.task_box(task);
        }
        Flow::Inside
    }

    /// The box of the item that a paragraph begins.
    pub(super) fn paragraph_task(&mut self, paragraph: Node<'_>) {
        let Some(item) = paragraph.parent().filter(|_| tree::is_in_task(paragraph)) else {
            return;
        };
        if let NodeValue::TaskItem(task) = item.data().value {
            self.task_box(task);
        }
    }

    fn task_box(&mut self, task: NodeTaskItem) {
        let all = [("checked", ""), ("disabled", ""), ("type", "checkbox")];
        let attributes = if task.symbol.is_some() {
            &all[..]
        } else {
            &all[1..]
        };
        tag::empty(&mut self.out, "input", attributes);
        self.out.push(' ');
    }

    pub(super) fn exit_item(&mut self) {
        self.out.push_str("</li>\n");
    }
}

fn list_name(list: &NodeList) -> &'static str {
    match list.list_type {
        ListType::Bullet => "ul",
        ListType::Ordered => "ol",
    }
}
