// The usual pipeline of a Markdown editor in JavaScript: marked, highlight.js on every code block,
// everything into innerHTML on every keystroke.
import hljs from 'highlight.js/lib/common';
import { Marked } from 'marked';
import { Bench, openFromAddress, timed } from './bench';

const colored = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    code({ text, lang }) {
      const language = lang !== undefined && hljs.getLanguage(lang) ? lang : 'plaintext';
      const { value } = hljs.highlight(text, { language });
      return `<pre class="code-block hljs"><code class="hljs language-${language}">${value}</code></pre>`;
    },
  },
});
const plain = new Marked({ gfm: true, breaks: true });

const root = document.querySelector<HTMLElement>('#preview')!;
root.className = 'article';

const withoutFrontMatter = (text: string) => text.replace(/^---\n[\s\S]*?\n---\n/, '');
const render = (marked: Marked, text: string) => marked.parse(withoutFrontMatter(text)) as string;

function full(text: string) {
  return timed(root, () => {
    const html = render(colored, text);
    return () => {
      root.innerHTML = html;
    };
  });
}

function renderOnly(marked: Marked, text: string): number {
  const start = performance.now();
  render(marked, text);
  return performance.now() - start;
}

const bench = new Bench(root, { open: full, type: full, renderOnly: (text) => renderOnly(colored, text) });

Object.assign(window, {
  bench,
  /** The same without colors. */
  renderPlain: (text: string) => renderOnly(plain, text),
  /** Milliseconds of highlight.js alone, for `blocks`. */
  colorBlocks(blocks: { language: string; code: string }[]): number {
    const start = performance.now();
    for (const { language, code } of blocks) hljs.highlight(code, { language });
    return performance.now() - start;
  },
  ready: openFromAddress(bench, Promise.resolve()).then(() => true),
});
