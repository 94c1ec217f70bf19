import type { Monaco } from './load-monaco';

/** Sets Monaco's colors to those of the interface. */
export function applyMonacoTheme(monaco: Monaco, isDark: boolean): void {
  const token = readTokens();
  const isForced = matchMedia('(forced-colors: active)').matches;
  const bare = (name: string) => token(name).slice(1);
  monaco.editor.defineTheme('moyan', {
    // Monaco gives a selection its own color of text in themes of high contrast only.
    base: isForced ? (isDark ? 'hc-black' : 'hc-light') : isDark ? 'vs-dark' : 'vs',
    inherit: false,
    rules: [
      { token: '', foreground: bare('ink') },
      { token: 'keyword', foreground: bare('accent-text'), fontStyle: 'bold' },
      { token: 'keyword.table', foreground: bare('ink-faint') },
      { token: 'strong', foreground: bare('ink'), fontStyle: 'bold' },
      // Chinese has no italics, and slanted characters are hard to read.
      { token: 'emphasis', foreground: bare('ink-soft') },
      { token: 'variable', foreground: bare('ink-soft') },
      { token: 'string', foreground: bare('ink-soft') },
      { token: 'string.link', foreground: bare('accent-text') },
      { token: 'string.escape', foreground: bare('ink-faint') },
      { token: 'comment', foreground: bare('ink-faint') },
      { token: 'tag', foreground: bare('ink-faint') },
      { token: 'meta', foreground: bare('ink-faint') },
      // CSS of the author's own.
      { token: 'attribute.name.css', foreground: bare('accent-text') },
      { token: 'tag.css', foreground: bare('ink'), fontStyle: 'bold' },
      { token: 'attribute.value', foreground: bare('ink-soft') },
    ],
    colors: {
      'editor.background': token('surface'),
      'editor.foreground': token('ink'),
      'editorCursor.foreground': token('accent-text'),
      'editor.selectionBackground': token('selection'),
      'editor.inactiveSelectionBackground': token('pressed'),
      'editor.lineHighlightBackground': '#00000000',
      'editor.lineHighlightBorder': '#00000000',
      'editor.findMatchBackground': isDark ? '#7a5c14' : '#f7dc8d',
      'editor.findMatchHighlightBackground': isDark ? '#5c4a1c' : '#fbedc4',
      ...(isForced && forcedColors(token)),
      'editorBracketMatch.background': token('hover'),
      'editorBracketMatch.border': token('line-strong'),
      // Colored bracket pairs make no sense in prose.
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((n) => [`editorBracketHighlight.foreground${n}`, token('ink')]),
      ),
      'editorBracketHighlight.unexpectedBracket.foreground': token('ink'),
      'editor.placeholder.foreground': token('ink-faint'),
      'scrollbarSlider.background': `${token('line-strong')}99`,
      'scrollbarSlider.hoverBackground': token('line-strong'),
      'scrollbarSlider.activeBackground': token('control-line'),
      'scrollbar.shadow': '#00000000',
      'editorWidget.background': token('raised'),
      'editorWidget.foreground': token('ink'),
      'editorWidget.border': token('line'),
      'widget.shadow': '#00000022',
      'editorSuggestWidget.background': token('raised'),
      'editorSuggestWidget.border': token('line'),
      'editorSuggestWidget.foreground': token('ink'),
      'editorSuggestWidget.highlightForeground': token('accent-text'),
      'editorSuggestWidget.focusHighlightForeground': token('accent-text'),
      'editorSuggestWidget.selectedBackground': token('hover'),
      'editorSuggestWidget.selectedForeground': token('ink'),
      'list.hoverBackground': token('hover'),
      'editorHoverWidget.background': token('raised'),
      'editorHoverWidget.foreground': token('ink'),
      'editorHoverWidget.border': token('line'),
      'editorError.foreground': token('danger'),
      'editorWarning.foreground': token('caution'),
      'editorLineNumber.foreground': token('ink-faint'),
      'editorLineNumber.activeForeground': token('ink-soft'),
      'input.background': token('surface'),
      'input.foreground': token('ink'),
      'input.border': token('line-strong'),
      'input.placeholderForeground': token('ink-faint'),
      'inputOption.activeBackground': token('accent-soft'),
      'inputOption.activeForeground': token('accent-text'),
      'inputOption.activeBorder': token('accent-text'),
      focusBorder: token('accent-text'),
      'menu.background': token('raised'),
      'menu.foreground': token('ink'),
      'menu.selectionBackground': token('hover'),
      'menu.selectionForeground': token('ink'),
      'menu.border': token('line'),
      'menu.separatorBackground': token('line'),
    },
  });
  monaco.editor.setTheme('moyan');
}

/** Where the system forces its colors, what is found is framed, and a selection has both of the system's colors. */
function forcedColors(token: (name: string) => string) {
  return {
    'editor.selectionForeground': token('on-selection'),
    'editor.findMatchBackground': token('surface'),
    'editor.findMatchBorder': token('accent'),
    'editor.findMatchHighlightBackground': token('surface'),
    'editor.findMatchHighlightBorder': token('ink'),
  };
}

/** The colors of the interface as `#rrggbb`, which is all that Monaco takes: those of the system have names. */
function readTokens(): (name: string) => string {
  const styles = getComputedStyle(document.documentElement);
  const context = document.createElement('canvas').getContext('2d');
  return (name) => {
    const value = styles.getPropertyValue(`--${name}`).trim();
    if (context === null) return value;
    context.fillStyle = value;
    // One that lets through what is behind it is written with its numbers.
    const parts = String(context.fillStyle).match(/^rgba\((\d+), (\d+), (\d+)/);
    return parts === null
      ? String(context.fillStyle)
      : `#${parts
          .slice(1)
          .map((part) => Number(part).toString(16).padStart(2, '0'))
          .join('')}`;
  };
}
