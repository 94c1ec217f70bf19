//! Source code to spans with the class names of highlight.js.
