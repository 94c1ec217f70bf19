import { DEFAULT_SETTINGS, type EditorSettings } from '../../../storage/settings';

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
