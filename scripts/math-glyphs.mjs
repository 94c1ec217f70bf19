// Packs the outlines of the KaTeX fonts into engine-wasm/math/src/glyphs/outlines.bin.
//
//   node scripts/math-glyphs.mjs            writes the file
//   node scripts/math-glyphs.mjs --check    fails when the file is not current
//
// Source: the TrueType fonts of the npm package katex (fonts: SIL Open Font License 1.1).
// Only outlines are kept, with fewer points (outline-fit.mjs): no hinting, no metrics (the layout crate has its own), no names.
//
// Format, numbers are LEB128 unless a width is given, one block per font in the order of FONTS:
//   u16 LE  number of glyphs
//   u16 LE  code points, ascending
//   u16 LE  byte length of each outline, same order
//   bytes   outlines: number of contours, then per contour the number of points and per point
//           zigzag(dx) * 2 + onCurve, zigzag(dy); both relative to the previous point of the glyph
// Units are 1000 per em, y up, off-curve points are quadratic controls as in TrueType.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fit } from './outline-fit.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const FONT_DIR = join(ROOT, 'frontend/node_modules/katex/dist/fonts');
const OUT = join(ROOT, 'engine-wasm/math/src/glyphs/outlines.bin');

/** The order is the order of `FONTS` in engine-wasm/math/src/glyphs/mod.rs. */
const FONTS = [
  'AMS-Regular',
  'Caligraphic-Regular',
  'Fraktur-Regular',
  'Fraktur-Bold',
  'Main-Bold',
  'Main-BoldItalic',
  'Main-Italic',
  'Main-Regular',
  'Math-BoldItalic',
  'Math-Italic',
  'SansSerif-Bold',
  'SansSerif-Italic',
  'SansSerif-Regular',
  'Script-Regular',
  'Size1-Regular',
  'Size2-Regular',
  'Size3-Regular',
  'Size4-Regular',
  'Typewriter-Regular',
];

const ON_CURVE = 1;
const X_SHORT = 2;
const Y_SHORT = 4;
const REPEAT = 8;
const X_SAME = 16;
const Y_SAME = 32;

const ARGS_ARE_WORDS = 1;
const ARGS_ARE_XY = 2;
const HAS_SCALE = 8 | 64 | 128;
const MORE_COMPONENTS = 32;

/** Offsets of the tables of one font file. */
function tables(font) {
  const found = {};
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + 16 * i;
    found[font.toString('latin1', entry, entry + 4)] = font.readUInt32BE(entry + 8);
  }
  return found;
}

/** Code point -> glyph index, from the format 4 table of the Unicode BMP. */
function characterMap(font, at) {
  const map = new Map();
  for (let i = 0; i < font.readUInt16BE(at + 2); i++) {
    const table = at + font.readUInt32BE(at + 4 + 8 * i + 4);
    if (font.readUInt16BE(table) !== 4) continue;
    const segX2 = font.readUInt16BE(table + 6);
    const ends = table + 14;
    const starts = ends + segX2 + 2;
    const deltas = starts + segX2;
    const ranges = deltas + segX2;
    for (let s = 0; s < segX2; s += 2) {
      const end = font.readUInt16BE(ends + s);
      const range = font.readUInt16BE(ranges + s);
      for (let code = font.readUInt16BE(starts + s); code <= end && code !== 0xffff; code++) {
        let glyph = code;
        if (range !== 0)
          glyph = font.readUInt16BE(
            ranges + s + range + 2 * (code - font.readUInt16BE(starts + s)),
          );
        if (range === 0 || glyph !== 0) glyph = (glyph + font.readInt16BE(deltas + s)) & 0xffff;
        if (glyph !== 0) map.set(code, glyph);
      }
    }
  }
  return map;
}

/** Contours of one glyph: arrays of { x, y, on }. */
function outline(font, table, glyph) {
  const isLong = font.readInt16BE(table.head + 50) === 1;
  const offset = (index) =>
    isLong
      ? font.readUInt32BE(table.loca + 4 * index)
      : 2 * font.readUInt16BE(table.loca + 2 * index);
  if (offset(glyph) === offset(glyph + 1)) return [];
  let at = table.glyf + offset(glyph);
  const nContours = font.readInt16BE(at);
  at += 10;
  return nContours < 0 ? composite(font, table, at) : simple(font, at, nContours);
}

function composite(font, table, start) {
  const contours = [];
  let at = start;
  for (;;) {
    const flags = font.readUInt16BE(at);
    const glyph = font.readUInt16BE(at + 2);
    if (!(flags & ARGS_ARE_XY) || flags & HAS_SCALE) throw new Error('unsupported composite glyph');
    at += 4;
    const isWord = flags & ARGS_ARE_WORDS;
    const dx = isWord ? font.readInt16BE(at) : font.readInt8(at);
    const dy = isWord ? font.readInt16BE(at + 2) : font.readInt8(at + 1);
    at += isWord ? 4 : 2;
    for (const contour of outline(font, table, glyph)) {
      contours.push(contour.map((p) => ({ x: p.x + dx, y: p.y + dy, on: p.on })));
    }
    if (!(flags & MORE_COMPONENTS)) return contours;
  }
}

function simple(font, start, nContours) {
  let at = start;
  const ends = Array.from({ length: nContours }, (_, i) => font.readUInt16BE(at + 2 * i));
  at += 2 * nContours;
  at += 2 + font.readUInt16BE(at);
  const nPoints = ends[nContours - 1] + 1;
  const flags = [];
  while (flags.length < nPoints) {
    const flag = font[at++];
    const repeats = flag & REPEAT ? font[at++] : 0;
    for (let i = 0; i <= repeats; i++) flags.push(flag);
  }
  const axis = (isShort, isSame) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & isShort) value += flag & isSame ? font[at++] : -font[at++];
      else if (!(flag & isSame)) {
        value += font.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(X_SHORT, X_SAME);
  const ys = axis(Y_SHORT, Y_SAME);
  const points = flags.map((flag, i) => ({ x: xs[i], y: ys[i], on: (flag & ON_CURVE) !== 0 }));
  return ends.map((end, i) => points.slice(i === 0 ? 0 : ends[i - 1] + 1, end + 1));
}

function leb128(bytes, value) {
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
}

const zigzag = (n) => (n < 0 ? -2 * n - 1 : 2 * n);

function encode(contours) {
  const bytes = [];
  leb128(bytes, contours.length);
  let last = { x: 0, y: 0 };
  for (const contour of contours) {
    leb128(bytes, contour.length);
    for (const point of contour) {
      leb128(bytes, zigzag(point.x - last.x) * 2 + (point.on ? 1 : 0));
      leb128(bytes, zigzag(point.y - last.y));
      last = point;
    }
  }
  return Buffer.from(bytes);
}

function pack(name) {
  const font = readFileSync(join(FONT_DIR, `KaTeX_${name}.ttf`));
  const table = tables(font);
  if (font.readUInt16BE(table.head + 18) !== 1000)
    throw new Error(`${name}: not 1000 units per em`);
  const codes = [...characterMap(font, table.cmap)].sort((a, b) => a[0] - b[0]);
  const outlines = codes.map(([, glyph]) => encode(outline(font, table, glyph).map(fit)));
  const head = Buffer.alloc(2 + 4 * codes.length);
  head.writeUInt16LE(codes.length, 0);
  codes.forEach(([code], i) => {
    head.writeUInt16LE(code, 2 + 2 * i);
    head.writeUInt16LE(outlines[i].length, 2 + 2 * codes.length + 2 * i);
  });
  return Buffer.concat([head, ...outlines]);
}

const packed = Buffer.concat(FONTS.map(pack));
if (process.argv.includes('--check')) {
  if (!packed.equals(readFileSync(OUT))) {
    process.stderr.write('outlines.bin is not current: run node scripts/math-glyphs.mjs\n');
    process.exit(1);
  }
} else {
  writeFileSync(OUT, packed);
  process.stdout.write(`${packed.length} bytes\n`);
}
