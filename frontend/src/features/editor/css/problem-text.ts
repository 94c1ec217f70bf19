import type { i18n } from 'i18next';
import type { CssProblem } from '../monaco/css-source';

/** A problem in the language of the interface. Without a translation it is the text of the language service. */
export function problemText(problem: CssProblem, words: i18n): string {
  const key = `tools:css.problem.${problem.code}`;
  return words.exists(key) ? (words.t as (key: string) => string)(key) : problem.message;
}
