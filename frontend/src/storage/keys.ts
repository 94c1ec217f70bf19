/** Names in localStorage, written once. Source: specification §3, Account and space. */
export const localKeys = {
  locale: 'locale',
  /** Look of the interface, read by `public/theme.js` before the first paint. */
  uiTheme: 'ui_theme',
  /** Session token, sent with every request. */
  token: 'token',
  /** The account that is logged in. */
  userInfo: 'userInfo',
  /** Is written and removed again, to see whether anything is kept. */
  probe: 'probe',
  /** An edit that the page could not write before it was closed. */
  unsavedPost: 'unsaved_post',
  /** What was written in the settings of a site when the session ended. */
  siteDrafts: 'site_drafts',
  /** Keys of the author's image host and AI service. */
  imageHost: 'image_host',
  aiService: 'ai_service',
  /** The author wants no more offers to keep their texts from being cleared. */
  keepOffer: 'keep_offer',
  /** What the database should hold: it outlives the database. */
  libraryMarker: 'library_marker',
  /** What is gone from the database, until the author has seen it. */
  libraryLoss: 'library_loss',
  /** A merge that was being written when its page ended; the post's id stands behind it. */
  mergeDraft: 'merge_draft:',
} as const;

/** Names in sessionStorage. */
export const sessionKeys = {
  /** The post that the tab has open. */
  currentPost: 'current_post_id',
} as const;

/**
 * Rows in the store of settings that are no settings, because the database has four stores only. No backup holds them.
 * Their first character sorts them after every setting.
 */
export const rowPrefixes = {
  /** Summaries of posts. */
  summary: '~post:',
  /** Images that this browser keeps. */
  image: '~image:',
  /** Since when they are in no text. */
  imageUse: '~images',
  /** The preview of the post that was open last. */
  preview: '~preview',
  /** Talks with the assistant; the post's id stands behind. */
  aiTalk: '~ai:talk:',
  /** Which database this is. */
  identity: '~identity',
  /** Knowledge bases in the bin, whole. */
  bin: '~bin:',
  /** Posts that were deleted here, whole. */
  postBin: '~removed:',
  /** Knowledge bases that are synchronized. */
  syncBase: '~sync:base:',
  /** What the server has of their documents and categories. */
  syncItem: '~sync:item:',
  /** Texts of them that this browser and the server had both. */
  syncText: '~sync:text:',
  /** What was deleted of them. */
  syncGone: '~sync:gone:',
  /** Documents that others have deleted. */
  syncBin: '~sync:bin:',
  /** The tab that synchronizes, where the browser has no locks. */
  syncLeader: '~sync:leader',
} as const;

/** Keys of the settings proper. */
export function settingKeys(): IDBKeyRange {
  return IDBKeyRange.upperBound('~', true);
}

/** Keys of the rows with this prefix. */
export function rowKeys(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

interface Placed {
  id: string;
  knowledgeBaseId: string;
}

/** The row of a post that was deleted here. */
export function postBinKey({ id, knowledgeBaseId }: Placed): string {
  return `${rowPrefixes.postBin}${knowledgeBaseId}:${id}`;
}

/** The rows that hold a deleted post, whoever deleted it. */
export function postBinKeys(post: Placed): string[] {
  return [postBinKey(post), `${rowPrefixes.syncBin}${post.knowledgeBaseId}:${post.id}`];
}
