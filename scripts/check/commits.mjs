// Subjects of commits: scope first, imperative, at most 72 characters. Judged are the commits since the last tag, or
// without one, since this check was added.

import { spawnSync } from 'node:child_process';
import { root } from '../paths.mjs';
import { report } from './problems.mjs';

const MAX_CHARS = 72;
const self = 'scripts/check/commits.mjs';
/** Words that look like another form than the imperative and are none. */
const imperatives = new Set(
  (
    'address bring bypass compress cross discuss dismiss dress embed exceed feed focus guess less miss need pass ping ' +
    'press process proceed progress seed speed spring string stress suppress wed witness access express'
  ).split(' '),
);
/** Words that begin a description and are no verb. Nouns in the singular are not told from verbs: `format`, `name`. */
const noVerbs = new Set(
  (
    'the a an one two three no none nothing nobody each every all both some several many more most few own other another ' +
    'this that these those what who whose which where when why how whether if only also even just now not of from in on ' +
    'at for with without by after before behind below above between its it their our your his her and or but as than'
  ).split(' '),
);

/** Throws with each subject that breaks the rule. A copy without history has none to judge. */
export function checkCommits() {
  const since = lastTag() ?? firstCommitOf(self);
  if (since === undefined) {
    console.log('no history here: commits are not judged');
    return;
  }
  const subjects = lines(git('log', '--no-merges', '--format=%s', `${since}..HEAD`));
  report(subjects.flatMap(problemsOf), `${subjects.length} commits since ${since.slice(0, 12)}`);
}

/** What is wrong with a subject. */
export function problemsOf(subject) {
  const problems = [];
  const [, rest] = /^[a-z0-9][a-z0-9_, -]*: (.+)$/.exec(subject) ?? [];
  const length = [...subject].length;
  if (length > MAX_CHARS) {
    problems.push(`${length} characters, at most ${MAX_CHARS}: ${subject}`);
  }
  if (rest === undefined) {
    problems.push(`the scope stands first, as in "engine: keep footnote order": ${subject}`);
  } else if (!isImperative(rest.split(/[ ,;:]/)[0])) {
    problems.push(`the imperative stands behind the scope: ${subject}`);
  }
  return problems;
}

/** Whether a word can be an imperative: no third person or plural, no past, no gerund, no word that is no verb. */
function isImperative(word) {
  const lower = word.toLowerCase();
  return imperatives.has(lower) || (!/(?:[^s]s|ed|ing)$/.test(lower) && !noVerbs.has(lower));
}

function lastTag() {
  return lines(git('describe', '--tags', '--abbrev=0'))[0];
}

function firstCommitOf(file) {
  return lines(git('log', '--diff-filter=A', '--format=%H', '--', file)).at(-1);
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : '';
}

function lines(text) {
  return text.split('\n').filter(Boolean);
}
