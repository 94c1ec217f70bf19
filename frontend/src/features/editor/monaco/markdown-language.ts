import { languages } from 'monaco-editor/editor';
import { conf, language } from 'monaco-editor/languages/definitions/markdown/markdown';
import { WORD } from './words';

/**
 * Monaco's Markdown, mended: it takes the end of `***x***` for the start of an emphasis, and grays the rest of the line.
 */
export function registerMarkdown(): void {
  languages.register({ id: 'markdown', extensions: ['.md'] });
  languages.setLanguageConfiguration('markdown', { ...conf, wordPattern: WORD });
  const { linecontent = [], ...tokenizer } = language.tokenizer;
  const bold: languages.IMonarchLanguageRule = [
    /\*\*\*(?![\s*])(?:[^\\*]|@escapes|\*(?!\*\*))*?[^\s*]\*\*\*(?!\*)/,
    'strong',
  ];
  languages.setMonarchTokensProvider('markdown', {
    ...language,
    tokenizer: { ...tokenizer, linecontent: [bold, ...linecontent] },
  });
}
