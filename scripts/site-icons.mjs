// Writes the icons that sites may use from the lucide package, for the server's pages and for the console's picker.
//
// Usage: node scripts/site-icons.mjs   (`make gen` does it, `make check` compares)
//
// The names stand in frontend/src/config/site-icons.json. A name that was published must stay: sites have it stored.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { frontend, root } from './paths.mjs';

const lucide = path.join(frontend, 'node_modules/lucide-react');
const { version } = JSON.parse(readFileSync(path.join(lucide, 'package.json'), 'utf8'));
const names = JSON.parse(readFileSync(path.join(frontend, 'src/config/site-icons.json'), 'utf8'));

const source = `from lucide ${version} (ISC license) by scripts/site-icons.mjs`;

/** The shapes of an icon as SVG, without the element around them. */
async function shapesOf(name) {
  const { __iconData } = await import(path.join(lucide, `dist/esm/icons/${name}.mjs`));
  return __iconData.node
    .map(([element, { key, ...attributes }]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${element}${written.join('')}/>`;
    })
    .join('');
}

async function rustTable() {
  const rows = await Promise.all(
    [...names].sort().map(async (name) => `    ("${name}", r#"${await shapesOf(name)}"#),\n`),
  );
  return `// Written ${source}: do not edit.

/// Names and shapes, by name.
#[rustfmt::skip]
pub(super) static ICONS: [(&str, &str); ${rows.length}] = [
${rows.join('')}];
`;
}

/** Name of the component of an icon: `BookOpenIcon` of `book-open`. */
function componentOf(name) {
  return `${name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())}Icon`;
}

function consoleTable() {
  const components = names.map(componentOf);
  return `// Written ${source}: do not edit.
// biome-ignore-all assist/source/organizeImports: generated
// biome-ignore-all format: generated
import type { LucideIcon } from 'lucide-react';
import {
${components.map((component) => `  ${component},\n`).join('')}} from 'lucide-react';

/** Icons that sites may use, by the names that settings have. */
export const SITE_ICONS = {
${names.map((name, index) => `  '${name}': ${components[index]},\n`).join('')}} as const satisfies Record<string, LucideIcon>;

/** The name of an icon that sites may use. */
export type SiteIconName = keyof typeof SITE_ICONS;
`;
}

writeFileSync(path.join(root, 'server/src/icons/table.rs'), await rustTable());
writeFileSync(path.join(frontend, 'src/features/site-config/icons/site-icons.ts'), consoleTable());
