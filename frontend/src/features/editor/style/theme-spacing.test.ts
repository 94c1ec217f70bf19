import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { THEMES } from '../../../config/constants';
import { THEME_SPACING } from './theme-spacing';

const number = (css: string, pattern: RegExp) => Number(pattern.exec(css)?.[1] ?? 0);

test.each(THEMES)('the_sliders_start_where_the_theme_%s_stands', (theme) => {
  const css = readFileSync(`../engine-wasm/article/src/theme/${theme}.css`, 'utf8');
  const root = /\.article \{[^}]*\}/.exec(css)?.[0] ?? '';
  expect({
    lineHeightPercent: Math.round(number(root, /line-height: ([\d.]+)/) * 100),
    letterSpacingTenths: Math.round(number(root, /letter-spacing: ([\d.]+)px/) * 10),
    paragraphSpacingPx: number(css, /\np \{ margin: 0 0 (\d+)px/),
  }).toEqual(THEME_SPACING[theme]);
});
