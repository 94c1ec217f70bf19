import { useEffect } from 'react';

interface PageMeta {
  title: string;
  description?: string;
  /** Canonical path and query; without it search engines do not index the page. */
  canonical?: string;
  /** The same page in other languages, by language code; `x-default` for everyone else. */
  alternates?: Record<string, string>;
  /** Language of the page as Open Graph spells it. */
  ogLocale?: string;
  /** Structured data of the page. */
  jsonLd?: object;
}

/** Sets title and meta tags of the page, and removes them on unmount. */
export function usePageMeta(meta: PageMeta): void {
  const { title, description } = meta;
  const rest = JSON.stringify(meta);
  useEffect(() => {
    const { canonical, alternates, ogLocale, jsonLd }: PageMeta = JSON.parse(rest);
    document.title = title;
    const undo: (() => void)[] = [];
    const set = (selector: string, attribute: string, value: string | undefined) => {
      const element = document.head.querySelector(selector);
      if (element === null || value === undefined) return;
      const before = element.getAttribute(attribute);
      element.setAttribute(attribute, value);
      undo.push(() => before !== null && element.setAttribute(attribute, before));
    };
    const add = (tag: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.textContent = text;
      document.head.append(element);
      undo.push(() => element.remove());
    };
    set('meta[name="description"]', 'content', description);
    set('meta[property="og:title"]', 'content', title);
    set('meta[property="og:description"]', 'content', description);
    set('meta[property="og:locale"]', 'content', ogLocale);
    if (canonical === undefined) {
      add('meta', { name: 'robots', content: 'noindex' });
    } else {
      const url = new URL(canonical, location.origin).href;
      add('link', { rel: 'canonical', href: url });
      add('meta', { property: 'og:url', content: url });
      set('meta[property="og:image"]', 'content', new URL('/og.png', location.origin).href);
    }
    for (const [hreflang, path] of Object.entries(alternates ?? {})) {
      add('link', { rel: 'alternate', hreflang, href: new URL(path, location.origin).href });
    }
    if (jsonLd !== undefined) {
      add('script', { type: 'application/ld+json' }, JSON.stringify(jsonLd));
    }
    return () => {
      for (const step of undo) step();
    };
  }, [title, description, rest]);
}
