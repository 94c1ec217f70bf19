import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const theme = readFileSync(path.join(root, '../tailwind.css'), 'utf8');

/** Lines that something else is drawn for. */
const FIXED = ['features/landing/hero/live-demo.tsx leading-[28px]'];

/*
 * A browser may have a smallest size of letters, which lines with a unit do not follow: wrapped lines lie over each other
 * then.
 */
test('every_line_height_follows_the_size_that_letters_have_in_the_end', () => {
  const withUnit: string[] = [];
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [name] of text.matchAll(
      /\bleading-(?:\[[^\]]+\]|[\w.]+)|\btext-[\w[\].]+\/[\w[\].]+/g,
    )) {
      const isFree = /^leading-(?:none|\[(?:calc\([\d/]+\)|[\d.]+)\])$/.test(name);
      const isOfTheme = theme.includes(`--${name}: calc(`);
      if (!isFree && !isOfTheme && !FIXED.includes(`${file} ${name}`))
        withUnit.push(`${file} ${name}`);
    }
  }
  expect(withUnit).toEqual([]);
  const sizes = [...theme.matchAll(/--text-(\w+): ([\d.]+)rem/g)];
  expect(sizes.length).toBeGreaterThan(5);
  for (const [, name, rem] of sizes) {
    const px = Number(rem) * 16;
    expect(theme).toContain(`@utility text-${name} {\n  --letters: ${px};\n}`);
    expect(theme).toMatch(new RegExp(`--text-${name}--line-height: calc\\(\\d+ / ${px}\\);`));
  }
  expect(theme).not.toMatch(/line-height: [\d.]+(?:px|r?em)/);
});

test('letters_of_a_size_of_their_own_have_lines_of_their_own', () => {
  const found: string[] = [];
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, classes = ''] of text.matchAll(/["'`]([^"'`\n]*)["'`]/g)) {
      if (/\btext-\[\d+px\]/.test(classes) && /\bleading-\d/.test(classes))
        found.push(`${file} ${classes}`);
    }
  }
  expect(found).toEqual([]);
});
