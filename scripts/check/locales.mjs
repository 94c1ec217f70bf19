// Both languages must say the same things: the same files, keys and placeholders.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { frontend } from '../places.mjs';
import { report } from './problems.mjs';

const folder = path.join(frontend, 'src', 'i18n', 'locales');
const [reference, other] = ['zh-CN', 'en'];
/** English distinguishes one and many where Chinese does not. */
const plural = /_(zero|one|two|few|many|other)$/;

/** Checks the two languages against each other and throws with every difference. */
export function checkLocales() {
  const expected = texts(reference);
  const actual = texts(other);
  const problems = [
    ...missing(expected, actual).map((key) => `${other} lacks ${key}`),
    ...missing(actual, expected).map((key) => `${reference} lacks ${key}`),
  ];
  for (const [key, placeholders] of expected) {
    const translated = actual.get(key);
    if (translated !== undefined && translated !== placeholders) {
      problems.push(
        `${key} has the placeholders {${placeholders}} in ${reference} and {${translated}} in ${other}`,
      );
    }
  }
  report(problems, `${expected.size} texts in two languages`);
}

function missing(from, to) {
  return [...from.keys()].filter((key) => !to.has(key));
}

/** Every key of a language, `namespace:a.b`, with its placeholders. */
function texts(language) {
  const found = new Map();
  const visit = (prefix, value) => {
    if (typeof value === 'string') {
      const placeholders = [...value.matchAll(/\{\{\s*([^},\s]+)/g)].map(([, name]) => name);
      found.set(prefix.replace(plural, ''), [...new Set(placeholders)].sort().join(', '));
    } else {
      for (const [key, child] of Object.entries(value)) {
        visit(prefix.endsWith(':') ? prefix + key : `${prefix}.${key}`, child);
      }
    }
  };
  for (const file of readdirSync(path.join(folder, language))) {
    visit(
      `${path.basename(file, '.json')}:`,
      JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')),
    );
  }
  return found;
}
