import type { i18n } from 'i18next';
import type { CssProblem } from '../monaco/css-source';

/** What is wrong, in the language of the interface; what has no words yet is said as the language service says it. */
export function problemText(problem: CssProblem, words: i18n): string {
  const key = `tools:css.problem.${problem.code}`;
  return words.exists(key) ? (words.t as (key: string) => string)(key) : problem.message;
}
