import type { MouseEvent, ReactNode } from 'react';

interface SiteLinkProps {
  /** Where visitors find the site. */
  url: string;
  /** The path of a page there, not encoded. */
  path?: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A link to a page of a site for those who work on it: opened from here, the site knows that their views do not count.
 * What is copied from it is the address of the page itself, because whoever got the other one would not count either.
 */
export function SiteLink({ url, path = '/', className, children }: SiteLinkProps) {
  const origin = url.replace(/\/$/, '');
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const way = `${origin}/own-visit?to=${encodeURIComponent(encodeURI(path))}`;
    window.open(way, '_blank', 'noopener,noreferrer');
  };
  return (
    <a
      href={path === '/' ? url : origin + encodeURI(path)}
      target="_blank"
      rel="noreferrer"
      className={className}
      onClick={handleClick}
    >
      {children}
    </a>
  );
}
