import type { Layout, SourceSettings, Spot } from '../layout';
import { joined } from '../paths';
import { unquoted } from '../source-settings';

/** `"Name": rest`, where a colon within the name stands before a letter. */
const NAMED = /^(?:"([^"]*)"|'([^']*)'|([^"':][^:]*(?::(?!\s|$)[^:]*)*))\s*:(?:\s+(.*))?$/;

/** Places and names of pages, as `nav` in `mkdocs.yml` gives them. */
export function mkDocsLayout({ text, root }: SourceSettings): Layout {
  const layout = new Map<string, Spot>();
  const folders: { depth: number; name: string }[] = [];
  for (const line of navLines(text)) {
    const [, blanks = '', item = ''] = /^(\s*)-\s+(.*)$/.exec(line) ?? [];
    if (item === '') continue;
    while ((folders.at(-1)?.depth ?? -1) >= blanks.length) folders.pop();
    const [, double, single, plain, rest = ''] = NAMED.exec(item) ?? [];
    const name = (double ?? single ?? plain ?? '').trim();
    const target = unquoted(name === '' ? item : rest);
    if (target === '') folders.push({ depth: blanks.length, name });
    else if (!/^[a-z]+:\/\//i.test(target)) {
      layout.set(joined(root, target), {
        folders: folders.map((folder) => folder.name),
        label: name === '' ? null : name,
        name: null,
        position: layout.size + 1,
      });
    }
  }
  return layout;
}

/** The lines below `nav:`. */
function navLines(text: string): string[] {
  const lines = text.replace(/\r/g, '').split('\n');
  const start = lines.findIndex((line) => /^nav:\s*(#.*)?$/.test(line));
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  return rest.slice(0, end === -1 ? rest.length : end);
}
