/** Settings of the editor under which the preview and the copy are compared; those left out are the defaults. */
export type ArticleSettings = Record<string, unknown> & { css?: string };

const THEMES = ['classic', 'elegant', 'concise'];
const FONTS = ['sans-serif', 'serif', 'monospace'];
const SIZES = [14, 16, 18];
const SPACINGS = [
  {},
  { letterSpacingTenths: 20, lineHeightPercent: 220, paragraphSpacingPx: 28 },
  { letterSpacingTenths: 0, lineHeightPercent: 150, paragraphSpacingPx: 8 },
];
const EXTRAS: ArticleSettings[] = [
  {},
  { isLineNumber: true, isCiteStatus: true },
  { use_indent: true, codeBlockTheme: 'github-dark' },
  { use_justify: true, isCountStatus: true },
  { color: '#d6336c', headingStyles: ['bar', 'underline', 'color', 'bar', 'default', 'default'] },
  { isMacCodeBlock: false, codeBlockTheme: 'monokai', legend: 'title' },
  { color: '#2b8a3e', codeBlockTheme: 'atom-one-dark' },
  { isCiteStatus: true, use_indent: true, use_justify: true },
  { color: '#e67700', headingStyles: Array(6).fill('underline') },
];

/** Every two of theme, font, size and spacing meet. */
const PAIRS: ArticleSettings[] = [0, 1, 2].flatMap((i) =>
  [0, 1, 2].map((j) => ({
    theme: THEMES[i],
    fonts: FONTS[j],
    size: SIZES[(i + j) % 3],
    ...SPACINGS[(i + 2 * j) % 3],
    ...EXTRAS[3 * i + j],
  })),
);

const OWN_CSS: ArticleSettings[] = [
  {
    theme: 'classic',
    css: 'img { border: 3px solid #888; padding: 6px; }\nh2 { border-radius: 0; padding: 10px; }\nli { margin-top: 12px; }\nstrong { background: linear-gradient(transparent 60%, #fc0 60%); }',
  },
  {
    theme: 'elegant',
    fonts: 'serif',
    css: 'ol { list-style: cjk-decimal; }\nblockquote { width: 80%; padding: 24px; border: 2px solid #aaa; }\np { letter-spacing: 1px; }',
  },
  {
    theme: 'concise',
    fonts: 'monospace',
    css: 'img { max-width: 60%; height: 120px; }\ncode { overflow-wrap: anywhere; }\n.alert { width: 300px; padding: 20px; }',
  },
  { theme: 'classic', fonts: 'monospace', letterSpacingTenths: 40, size: 15 },
  { theme: 'elegant', size: 17, lineHeightPercent: 260, isCiteStatus: true, isLineNumber: true },
  { theme: 'concise', size: 14, lineHeightPercent: 120, letterSpacingTenths: 10 },
];

/** Fifteen settings: nine that pair everything, six that go to the ends and bring style sheets of authors. */
export const ARTICLE_SETTINGS: readonly ArticleSettings[] = [...PAIRS, ...OWN_CSS];

/** The settings as they are stored. */
export function storedSettings({ css, ...rest }: ArticleSettings): Record<string, unknown> {
  if (css === undefined) return rest;
  const tabs = [{ title: 'own', name: 'own', content: css }];
  return { ...rest, css_content_config: { active: 'own', tabs } };
}
