//! Markdown text to HTML blocks, front matter, statistics and theme CSS.
