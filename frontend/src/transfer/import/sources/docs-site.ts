import type { Note } from '../model';

/** What the sources of Docusaurus write in their own way, and names with numbers, which others have too. */

const PREFIX = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;
/** Dates and versions begin with numbers, too. */
const NO_PREFIX = /^(\d+[-_.]){1,2}\d/;

/** A name without the number before it, which says where it stands. */
export function numbered(name: string): { name: string; position: number | null } {
  const [, number, rest] = NO_PREFIX.test(name) ? [] : (PREFIX.exec(name) ?? []);
  return rest === undefined ? { name, position: null } : { name: rest, position: Number(number) };
}

/** What a `_category_.json` or `_category_.yml` says of its folder. */
export interface FolderLabel {
  label: string | null;
  position: number | null;
  description: string;
}

export function folderLabel(text: string): FolderLabel {
  const fields = fieldsOf(text);
  const position = Number(fields.position);
  return {
    label: typeof fields.label === 'string' && fields.label !== '' ? fields.label : null,
    position: fields.position !== undefined && Number.isFinite(position) ? position : null,
    description: typeof fields.description === 'string' ? fields.description : '',
  };
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return {};
    const { link, ...rest } = read as Record<string, unknown>;
    const about = typeof link === 'object' && link !== null ? link : {};
    return { ...about, ...rest };
  } catch {
    const lines = text.matchAll(/^\s*(label|position|description):\s*["']?(.*?)["']?\s*$/gm);
    return Object.fromEntries([...lines].map(([, key = '', value]) => [key, value]));
  }
}

const MODULE =
  /^(?:import\s+(?:[\w*{}\s,$]+\s+from\s+)?["'][^"'\n]+["'];?|export\s+(?:const|let|default|function)\b.*)$/gm;
const COMPONENT = /<\/?([A-Z][\w.]*)(?:\s[^<>]*)?\/?>/g;

/** Imports of MDX go; its components show nothing here, and are counted. */
export function fromMdx(prose: string, note: Note): string {
  for (const [, name = ''] of prose.matchAll(COMPONENT)) note('components', 1, `<${name}>`);
  return prose.replace(MODULE, () => {
    note('mdx');
    return '';
  });
}
