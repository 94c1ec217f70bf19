import {
  CODE_LANGUAGES,
  COMMON_LANGUAGES,
  type CodeLanguage,
} from '../../../config/code-languages';
import { searchNames } from '../../../lib/text/name-search';

/** Diagrams are drawn by mermaid; the engine does not color them. */
const MERMAID: CodeLanguage = { name: 'mermaid', aliases: ['diagram', 'flowchart'] };
const ALL = [...CODE_LANGUAGES, MERMAID];
const COMMON = COMMON_LANGUAGES.flatMap((name) => ALL.find((other) => other.name === name) ?? []);
const OFFERED = [...COMMON, ...ALL.filter((other) => !COMMON.includes(other))];

/** The languages that a query means by name or alias, the best fit first; those most used come first. */
export function searchLanguages(query: string): CodeLanguage[] {
  return searchNames(OFFERED, query, ({ name, aliases }) => ({ name, alias: aliases.join(' ') }));
}

/** What is written for a language that was chosen: another name of it stays as the author wrote it. */
export function writtenName({ name, aliases }: CodeLanguage, query: string): string {
  return aliases.includes(query.toLowerCase()) ? query : name;
}
