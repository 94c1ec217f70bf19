import type { Layout, SourceSettings, Spot } from '../layout';
import { joined } from '../paths';
import { pagePaths } from '../source-settings';

/** What stands in an object before another one begins. */
const ENTRY = /\{([^{}]*)/g;
const fieldOf = (key: string, entry: string): string =>
  new RegExp(`\\b${key}["']?\\s*:\\s*(["'\`])(.+?)\\1`).exec(entry)?.[2] ?? '';

/** The order of pages and the names that the side bar gives them, as far as it is written out in the settings. */
export function vitePressLayout(
  { text, root }: SourceSettings,
  paths: ReadonlySet<string>,
): Layout {
  const layout = new Map<string, Spot>();
  const start = /\bsidebar\b[^\n=:]*[=:]/i.exec(text)?.index ?? 0;
  const entries = [...text.slice(start).matchAll(ENTRY)].map(([, entry = '']) => entry);
  const bases = ['', ...entries.map((entry) => fieldOf('base', entry)).filter(Boolean)];
  for (const entry of entries) {
    const [name, link] = [fieldOf('text', entry), fieldOf('link', entry)];
    if (name === '' || link === '') continue;
    const path = bases
      .flatMap((base) => pagePaths(base + link, root))
      .find((one) => paths.has(one));
    if (path === undefined || layout.has(path)) continue;
    // A place within a page does not name the page.
    const own = link.includes('#') ? null : name;
    layout.set(path, { folders: null, label: null, name: own, position: layout.size + 1 });
  }
  const home = joined(root, 'index.md');
  if (layout.size > 0 && paths.has(home)) {
    layout.set(home, { folders: null, label: null, name: null, position: 0 });
  }
  return layout;
}
