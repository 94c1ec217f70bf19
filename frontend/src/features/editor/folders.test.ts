import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

/** Source files of the editor, as paths below it. */
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));

/** A folder, or a file beside the folders; `workbench.ts` belongs to its folder. */
function unitOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.tsx?$/, '');
}

/** The units that a file imports from, except its own. Types count too. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
    .map(([, target]) => path.posix.join(path.posix.dirname(file), target ?? ''))
    .filter((target) => !target.startsWith('..'))
    .map(unitOf)
    .filter((unit) => unit !== unitOf(file));
}

const graph = new Map<string, Set<string>>();
for (const file of files) {
  const imports = graph.get(unitOf(file)) ?? new Set();
  for (const unit of importsOf(file)) imports.add(unit);
  graph.set(unitOf(file), imports);
}

/** A circle of imports that `trail` leads into, or null. */
function circleFrom(trail: string[], done: Set<string>): string[] | null {
  const last = trail.at(-1) ?? '';
  for (const next of graph.get(last) ?? []) {
    if (trail.includes(next)) return [...trail.slice(trail.indexOf(next)), next];
    if (done.has(next)) continue;
    const circle = circleFrom([...trail, next], done);
    if (circle !== null) return circle;
  }
  done.add(last);
  return null;
}

test('the_folders_of_the_editor_import_in_one_direction', () => {
  const done = new Set<string>();
  const circles = [...graph.keys()].map((unit) => circleFrom([unit], done)?.join(' → '));
  expect(circles.filter((circle) => circle !== undefined)).toEqual([]);
});

test('the_workbench_knows_nothing_that_is_built_on_it', () => {
  const below = ['preview', 'source-editor', 'store'];
  expect([...(graph.get('workbench') ?? [])].filter((unit) => !below.includes(unit))).toEqual([]);
});
