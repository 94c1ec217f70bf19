// Puts KaTeX and the engine's SVG side by side, for the eye.
//
//   node scripts/formula-gallery.mjs out.html [--group NAME]
//   chromium --headless --no-sandbox --screenshot=out.png --window-size=1100,9000 out.html
//
// The formulas are those of engine-wasm/math/tests/fixtures/formulas.json; each is shown in display and in
// inline style, ours under KaTeX's, with the bytes of our SVG. Rows whose width, height or depth (px, KaTeX
// → ours) differ by more than 2 % and 1 px once the page is laid out are marked.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(join(ROOT, 'frontend/package.json'));
const katex = require('katex');
require('katex/contrib/mhchem');

const [out, flag, only] = process.argv.slice(2);
if (!out) {
  process.stderr.write('usage: node scripts/formula-gallery.mjs out.html [--group NAME]\n');
  process.exit(2);
}
const groups = JSON.parse(
  readFileSync(join(ROOT, 'engine-wasm/math/tests/fixtures/formulas.json'), 'utf8'),
);
const rows = groups
  .filter((group) => flag !== '--group' || group.group === only)
  .flatMap((group) =>
    group.formulas.flatMap((tex) =>
      [true, false].map((display) => ({ group: group.group, tex, display })),
    ),
  );

const answers = JSON.parse(
  execFileSync('cargo', ['run', '-q', '-p', 'moyan-math', '--example', 'formula'], {
    cwd: ROOT,
    input: JSON.stringify(rows),
    maxBuffer: 1 << 28,
  }),
);

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function reference(row) {
  try {
    return katex.renderToString(row.tex, {
      displayMode: row.display,
      output: 'html',
      strict: false,
    });
  } catch (error) {
    return `<em>${escaped(error.message)}</em>`;
  }
}

const cells = rows.map((row, i) => {
  const { svg, error } = answers[i];
  const ours = svg ?? `<em>${escaped(error)}</em>`;
  const place = (html) =>
    row.display ? `<div class="block">${html}</div>` : `<p>文x${html}x文</p>`;
  return `<section class="row"><small>${escaped(row.tex)} · ${svg?.length ?? 0} B</small>
<div class="katex-side">${place(reference(row))}</div><div class="our-side">${place(ours)}</div></section>`;
});

const css = pathToFileURL(join(ROOT, 'frontend/node_modules/katex/dist/katex.min.css')).href;
const page = `<!doctype html><meta charset="utf-8"><title>KaTeX and Moyan</title><link rel="stylesheet" href="${css}">
<style>
body { font: 16px/1.75 sans-serif; margin: 8px; width: 1080px; columns: 2 }
.row { break-inside: avoid; border-bottom: 1px solid #ddd; overflow: hidden }
.row.differs { background: #fdd }
small { color: #777; font-size: 10px; display: block; line-height: 1.2 }
p { margin: 2px 0 } .block { text-align: center } .katex-display { margin: 2px 0 }
.our-side { background: #eef6ff }
</style>
${cells.join('\n')}
<script>
document.fonts.ready.then(() => {
  for (const row of document.querySelectorAll('.row')) {
    const bases = [...row.querySelectorAll('.katex-base')], svg = row.querySelector('.our-side > * > svg');
    if (bases.length === 0 || !svg) { row.classList.add('differs'); continue; }
    if (row.querySelector('.katex-tag')) continue;
    const style = getComputedStyle(svg), box = svg.getBoundingClientRect();
    const own = box.width + parseFloat(style.marginLeft) + parseFloat(style.marginRight);
    const width = bases.reduce((sum, base) => sum + base.getBoundingClientRect().width, 0);
    const struts = bases.map((base) => base.querySelector('.katex-strut'));
    const drops = struts.map((strut) => -parseFloat(getComputedStyle(strut).verticalAlign) || 0);
    const rises = struts.map((strut, i) => strut.getBoundingClientRect().height - drops[i]);
    const depth = Math.max(...drops);
    const height = Math.max(...rises) + depth;
    const drop = -parseFloat(style.verticalAlign) || 0;
    const notes = [['width', width, own], ['height', height, box.height], ['depth', depth, drop]]
      .filter(([, theirs, ours]) => Math.abs(theirs - ours) > Math.max(1, theirs * 0.02))
      .map(([name, theirs, ours]) => name + ' ' + theirs.toFixed(1) + ' → ' + ours.toFixed(1));
    if (notes.length === 0) continue;
    row.classList.add('differs');
    row.querySelector('small').append(' · ' + notes.join(', '));
  }
});
</script>`;
writeFileSync(out, page);
process.stdout.write(`${rows.length} formulas, ${answers.filter((a) => a.error).length} refused\n`);
for (const [i, answer] of answers.entries()) {
  if (answer.error && rows[i].display) process.stdout.write(`${rows[i].tex}: ${answer.error}\n`);
}
