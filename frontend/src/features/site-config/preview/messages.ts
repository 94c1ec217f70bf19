import type { PreviewPage } from '../../../api/site-preview';

/** What the frame of the preview tells; the page that it shows is never trusted with more. */
export type FrameMessage =
  | { type: 'ready' }
  | { type: 'shown' }
  /** A setting was clicked: `homepage.sections[0].content.title`. */
  | { type: 'field'; field: string }
  /** A link of the page was clicked. */
  | { type: 'link'; href: string };

/** What is told to the frame. */
export type ParentMessage = { type: 'page'; html: string } | { type: 'field'; field: string };

/** The message in what a frame sent; null for anything else. */
export function readMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, field, href } = data as Record<string, unknown>;
  if (type === 'ready' || type === 'shown') return { type };
  if (type === 'field' && typeof field === 'string') return { type, field };
  if (type === 'link' && typeof href === 'string') return { type, href };
  return null;
}

/** The page of the preview that a link of the site leads to; null for other links. */
export function pageOfLink(href: string): PreviewPage | null {
  if (!/^\/(?![/\\])/.test(href)) return null;
  const { pathname, searchParams } = new URL(href, 'https://site.invalid');
  if (pathname === '/') return { kind: 'home' };
  if (pathname === '/search') return { kind: 'search', question: searchParams.get('q') ?? '' };
  return /^\/docs\/?$/.test(pathname) ? { kind: 'index' } : null;
}

/** The tab and the path within it of a setting; null for what is no setting. */
export function settingOf(field: string): { tab: string; path: string } | null {
  const [, tab, path] = /^(\w+)\.(.+)$/.exec(field) ?? [];
  return tab === undefined || path === undefined ? null : { tab, path };
}
