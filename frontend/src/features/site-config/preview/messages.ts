import type { PreviewPage } from '../../../api/site-preview';

/** What the frame of the preview tells; the page that it shows is never trusted with more. */
export type FrameMessage =
  | { type: 'ready' }
  | { type: 'shown' }
  /** A setting was clicked: `homepage.sections[0].content.title`. */
  | { type: 'field'; field: string }
  /** A link of the page was clicked. */
  | { type: 'link'; href: string }
  /** Somebody wants to write on the document that is shown. */
  | { type: 'edit'; documentId: string };

/** What is told to the frame. */
export type ParentMessage = { type: 'page'; html: string } | { type: 'field'; field: string };

/** The message in what a frame sent; null for anything else. */
export function readMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, field, href, documentId } = data as Record<string, unknown>;
  if (type === 'ready' || type === 'shown') return { type };
  if (type === 'field' && typeof field === 'string') return { type, field };
  if (type === 'link' && typeof href === 'string') return { type, href };
  if (type === 'edit' && typeof documentId === 'string') return { type, documentId };
  return null;
}

/** The page of the preview that a link of the site leads to; null for other links. */
export function pageOfLink(href: string): PreviewPage | null {
  if (!/^\/(?![/\\])/.test(href)) return null;
  const { pathname, searchParams } = new URL(href, 'https://site.invalid');
  if (pathname === '/') return { kind: 'home' };
  if (pathname === '/plans') return { kind: 'plans' };
  if (pathname === '/search') return { kind: 'search', question: searchParams.get('q') ?? '' };
  if (!pathname.startsWith('/docs')) return null;
  if (/^\/docs\/?$/.test(pathname) && searchParams.size === 0) return { kind: 'index' };
  return { kind: 'path', path: href };
}

/** The tab and the path within it of a setting; null for what is no setting. */
export function settingOf(field: string): { tab: string; path: string } | null {
  const [, tab, path] = /^(\w+)\.(.+)$/.exec(field) ?? [];
  return tab === undefined || path === undefined ? null : { tab, path };
}
