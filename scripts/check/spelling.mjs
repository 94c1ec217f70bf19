// American spelling in code, docs and the English interface: CSS and the libraries spell so, and one spelling can be searched for.
// Sizes are in KB and MB.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { report } from './problems.mjs';

/** Words of British spelling that were met here or are likely. A quoted one is data: tests name options that do not exist. */
const british = new RegExp(
  `(?<!["'-])(?:${[
    String.raw`\b(?:colour|behaviour|favour|honour|neighbour|flavour)\w*`,
    String.raw`\b(?:centre[ds]?|centring|grey(?:s|ed)?|licence[ds]?|judgement|artefacts?|whilst|catalogues?)\b`,
    String.raw`\b(?:label|travel|model|signal|cancel)l(?:ed|ing|er)\b`,
    String.raw`\b\w*(?:sanit|normal|serial|initial|optim|organ|recogn|summar|synchron|token|minim|maxim|custom|final|emphas)is(?:e[drs]?|ers|ing|ations?)\b`,
    String.raw`\banalys(?:e[ds]?|ing)\b`,
  ].join('|')})`,
  'gi',
);
/** Sizes are in KB and MB, as the product writes them. What stands in quotes is data. */
const kilobytes = /\bkB\b(?!["'])/g;
const extensions = new Set(['.css', '.html', '.js', '.md', '.mjs', '.rs', '.sql', '.ts', '.tsx']);
/** Texts of others, and texts that are data of tests. */
const skippedFolders = new Set([
  ...['.dev', '.git', 'corpus', 'dist', 'fixtures', 'generated', 'mutants.out', 'node_modules'],
  ...['pkg', 'playwright-report', 'target', 'test-results', 'themes', 'vendor', 'zh-CN'],
]);
/** Finds British spellings, and sizes written in another way, below the repository and throws with each. */
export function checkSpelling() {
  const files = filesBelow(root);
  const problems = files.flatMap((file) =>
    spellingsIn(readFileSync(file, 'utf8')).map(
      ({ line, word }) => `${path.relative(root, file)}:${line}: ${word}`,
    ),
  );
  report(problems, `${files.length} files`);
}

/** What is spelled otherwise in a text: `{ line, word }`, lines from 1. */
export function spellingsIn(text) {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(british), ...content.matchAll(kilobytes)].map(([word]) => ({
      line: index + 1,
      word,
    })),
  );
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return skippedFolders.has(entry.name) ? [] : filesBelow(file);
    }
    const isEnglish = file.includes(`${path.sep}locales${path.sep}en${path.sep}`);
    // This file and its test name the words.
    const isOurOwn = path.basename(file).startsWith('spelling.');
    return (extensions.has(path.extname(file)) || isEnglish) && !isOurOwn ? [file] : [];
  });
}
