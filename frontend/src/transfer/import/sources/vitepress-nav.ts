import type { Layout, SourceSettings, Spot } from '../layout';
import { joined } from '../paths';
import { pagePaths } from '../source-settings';

const ENTRY = /\btext\s*:\s*(["'`])(.+?)\1\s*,\s*link\s*:\s*(["'`])(.+?)\3/g;

/** The order of pages and the names that the side bar gives them, as far as it is written out in the settings. */
export function vitePressLayout(
  { text, root }: SourceSettings,
  paths: ReadonlySet<string>,
): Layout {
  const layout = new Map<string, Spot>();
  const start = /\bsidebar\b[^\n=:]*[=:]/i.exec(text)?.index ?? 0;
  for (const [, , name = '', , link = ''] of text.slice(start).matchAll(ENTRY)) {
    const path = pagePaths(link, root).find((one) => paths.has(one));
    if (path === undefined || layout.has(path)) continue;
    layout.set(path, { folders: null, label: null, name, position: layout.size + 1 });
  }
  const home = joined(root, 'index.md');
  if (layout.size > 0 && paths.has(home)) {
    layout.set(home, { folders: null, label: null, name: null, position: 0 });
  }
  return layout;
}
