/** Names in localStorage, written once. Source: specification §3, Account and space. */
export const localKeys = {
  locale: 'locale',
  /** Look of the interface, read by `public/theme.js` before the first paint. */
  uiTheme: 'ui_theme',
  /** An edit that the page could not write before it was closed. */
  unsavedPost: 'unsaved_post',
  /** Keys of the author's image host and AI service. */
  imageHost: 'image_host',
  aiService: 'ai_service',
} as const;
