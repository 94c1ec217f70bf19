import type { Locale } from '../../../config/constants';
import type { RenderOptions, StyleOptions } from '../../../engine/types';
import type { CssConfig, EditorSettings } from '../../../storage/settings';

/** How the engine renders under these settings. */
export function renderOptions(settings: EditorSettings, language: Locale): RenderOptions {
  return {
    legend: settings.legend,
    citation: settings.isCiteStatus,
    countStatus: settings.isCountStatus,
    breaks: true,
    macCodeBlock: settings.isMacCodeBlock,
    lineNumbers: settings.isLineNumber,
    language,
  };
}

/** How the article looks under these settings. */
export function styleOptions(settings: EditorSettings): StyleOptions {
  return {
    theme: settings.theme,
    font: settings.fonts,
    sizePx: settings.size,
    color: settings.color,
    indent: settings.use_indent,
    justify: settings.use_justify,
    lineHeightPercent: settings.lineHeightPercent,
    letterSpacingTenths: settings.letterSpacingTenths,
    paragraphSpacingPx: settings.paragraphSpacingPx,
    headings: settings.headingStyles,
  };
}

/** The author's style sheet that is switched on. */
export function activeCss(config: CssConfig): string {
  return config.tabs.find((tab) => tab.name === config.active)?.content ?? '';
}
