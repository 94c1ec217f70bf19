import { SITE_ICONS, type SiteIconName } from './site-icons';

/** Whether sites may use an icon of this name. */
function isSiteIcon(name: string): name is SiteIconName {
  return Object.hasOwn(SITE_ICONS, name);
}

/** An icon of a site; nothing for a name that is not in the set. */
export function SiteIcon({ name, size = 18 }: { name: string; size?: number }) {
  if (!isSiteIcon(name)) return null;
  const Icon = SITE_ICONS[name];
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}
