//! TeX formulas to SVG paths.
