import {
  BookText,
  Compass,
  Globe,
  House,
  Images,
  Info,
  LayoutDashboard,
  LockKeyhole,
  type LucideIcon,
  Mail,
  Milestone,
  Palette,
  ReceiptText,
  Tags,
  TicketPercent,
  UsersRound,
  WalletCards,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { addressOf } from '../../../api/team-rights';
import { type SiteTab, sitePath } from '../../../config/paths';
import { draftOf } from '../../../config/site-tabs';
import { classNames } from '../../../lib/class-names';
import { useStore } from '../../../ui/hooks/use-store';
import { barOverToasts } from '../../../ui/states/toast-place';
import { tabGroups } from './nav-tabs';
import { useSite } from './site-context';

const ICONS: Record<SiteTab, LucideIcon> = {
  overview: LayoutDashboard,
  'basic-info': Info,
  homepage: House,
  membership: Tags,
  access: LockKeyhole,
  carousel: Images,
  'knowledge-base': BookText,
  navigation: Compass,
  appearance: Palette,
  domains: Globe,
  redirects: Milestone,
  members: UsersRound,
  subscribers: Mail,
  orders: ReceiptText,
  promotions: TicketPercent,
  payments: WalletCards,
};

/** The tabs of a site; a dot marks those with changes that are not saved. */
export function SiteNav() {
  const { t } = useTranslation('siteConfig');
  const { team, site, drafts } = useSite();
  const { unsaved } = useStore(drafts);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = nav.current?.querySelector(`[href="${pathname}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={t('nav.label')}
      className="scroll-thin shrink-0 overflow-x-auto border-line border-b px-4 md:w-52 md:overflow-visible md:border-r md:border-b-0 md:px-0"
    >
      <div
        ref={barOverToasts}
        className="flex gap-1 md:sticky md:top-[calc(112px+var(--inset-top))] md:flex-col md:gap-3 md:px-3 md:py-6 lg:pl-6"
      >
        {tabGroups(team).map((tabs) => (
          <ul
            key={tabs[0]}
            className="flex gap-1 md:flex-col md:not-first:border-line md:not-first:border-t md:not-first:pt-3"
          >
            {tabs.map((tab) => {
              const Icon = ICONS[tab];
              const draft = draftOf(tab);
              const isUnsaved = draft !== undefined && unsaved.includes(draft);
              return (
                <li key={tab} className="shrink-0">
                  <NavLink
                    to={sitePath(addressOf(team), site.id, tab)}
                    className={({ isActive }) =>
                      classNames(
                        'flex h-10 items-center gap-2.5 px-2.5 text-base text-ink-soft hover:text-ink md:h-9 md:rounded-md',
                        isActive
                          ? 'font-medium text-ink max-md:shadow-[inset_0_-2px_var(--accent-text)] md:bg-pressed'
                          : 'md:hover:bg-hover',
                      )
                    }
                  >
                    <Icon
                      size={16}
                      strokeWidth={1.75}
                      className="shrink-0 max-md:hidden"
                      aria-hidden
                    />
                    <span className="min-w-0 truncate">{t(`nav.${tab}`)}</span>
                    {isUnsaved && (
                      <span
                        role="img"
                        aria-label={t('nav.unsaved')}
                        className="ml-auto size-1.5 shrink-0 rounded-full bg-accent-text"
                      />
                    )}
                  </NavLink>
                </li>
              );
            })}
          </ul>
        ))}
      </div>
    </nav>
  );
}
