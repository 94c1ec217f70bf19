/** Names in localStorage, written once. Source: specification §3, Account and space. */
export const localKeys = {
  locale: 'locale',
  /** Look of the interface, read by `public/theme.js` before the first paint. */
  uiTheme: 'ui_theme',
  /** Proof of the login, sent with every request. */
  token: 'token',
  /** The account that is logged in. */
  userInfo: 'userInfo',
  /** An edit that the page could not write before it was closed. */
  unsavedPost: 'unsaved_post',
  /** Keys of the author's image host and AI service. */
  imageHost: 'image_host',
  aiService: 'ai_service',
} as const;

/** Names in sessionStorage. */
export const sessionKeys = {
  /** The post that the tab has open. */
  currentPost: 'current_post_id',
} as const;
