/** Names in localStorage, written once. Source: specification §3, Account and space. */
export const localKeys = {
  locale: 'locale',
  /** Look of the interface, read by `public/theme.js` before the first paint. */
  uiTheme: 'ui_theme',
} as const;
