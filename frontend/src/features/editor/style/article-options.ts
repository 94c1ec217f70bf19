import type { Locale } from '../../../config/constants';
import type { RenderOptions, StyleOptions } from '../../../engine/types';
import { DEFAULT_SETTINGS, type EditorSettings } from '../../../storage/settings';

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

/** The settings that "reset styles" puts back. Source: specification §4. */
export function defaultStyles(): Partial<EditorSettings> {
  const d = DEFAULT_SETTINGS;
  return {
    theme: d.theme,
    fonts: d.fonts,
    size: d.size,
    color: d.color,
    codeBlockTheme: d.codeBlockTheme,
    legend: d.legend,
    isMacCodeBlock: d.isMacCodeBlock,
    isLineNumber: d.isLineNumber,
    isCiteStatus: d.isCiteStatus,
    isCountStatus: d.isCountStatus,
    use_indent: d.use_indent,
    use_justify: d.use_justify,
    lineHeightPercent: d.lineHeightPercent,
    letterSpacingTenths: d.letterSpacingTenths,
    paragraphSpacingPx: d.paragraphSpacingPx,
    headingStyles: d.headingStyles,
    diagramForm: d.diagramForm,
  };
}
