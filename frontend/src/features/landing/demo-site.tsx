import { ArrowUpRight, Compass, Globe, type LucideIcon, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import handbooks from '../../../../seeds/handbook/handbook.json';
import { sections } from '../../config/paths';
import { localeOf } from '../../i18n';
import { Section } from './section';

/** Icons of the handbook's categories, by their names. */
const ICONS: Record<string, LucideIcon> = { compass: Compass, 'pen-line': PenLine, globe: Globe };

/** The address of the demo site, or why there is none: the server has none, or has not answered yet. */
export type DemoSiteState = { url: string } | 'none' | 'waiting';

/** A published site to look at: the handbook of Moyan. Nothing stands here when the server has none. */
export function DemoSite({ site }: { site: DemoSiteState }) {
  const { t, i18n } = useTranslation('landing');
  const locale = localeOf(i18n);
  if (site === 'none') return null;
  const handbook = handbooks.find((one) => one.language === locale);
  return (
    <Section
      id={sections.demoSite}
      title={t('demoSite.title')}
      lead={t('demoSite.lead')}
      className="bg-canvas"
    >
      <div className="mt-12 overflow-hidden rounded-2xl border border-line bg-surface md:mt-16">
        <div aria-hidden className="flex h-10 items-center gap-2 border-line border-b px-4">
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="size-2.5 rounded-full bg-line-strong" />
        </div>
        <div className="px-6 pt-10 pb-8 md:px-12 md:pt-14 md:pb-12">
          <p className="font-semibold font-serif text-[clamp(24px,3.4vw,34px)] text-ink leading-[1.3]">
            {handbook?.title}
          </p>
          <p className="mt-3 max-w-[36em] text-pretty text-ink-soft text-lg leading-7">
            {handbook?.description}
          </p>
          <ul className="mt-8 grid gap-4 md:mt-10 md:grid-cols-3">
            {handbook?.categories.map(({ slug, icon, name, description }) => (
              <li key={slug} className="rounded-xl border border-line bg-canvas p-5">
                <CategoryIcon name={icon} />
                <h3 className="mt-3 font-semibold text-ink text-lg">{name}</h3>
                <p className="mt-1.5 text-pretty text-base text-ink-soft leading-6">
                  {description}
                </p>
              </li>
            ))}
          </ul>
          <div className="mt-8 flex min-h-12 items-center">
            {site !== 'waiting' && (
              <a
                href={site.url}
                className="inline-flex h-12 items-center gap-2 rounded-md border border-line-strong px-6 font-medium text-ink text-lg hover:bg-hover"
              >
                <span>{t('demoSite.open')}</span>
                <ArrowUpRight size={18} strokeWidth={1.75} aria-hidden />
              </a>
            )}
          </div>
        </div>
      </div>
    </Section>
  );
}

function CategoryIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? Compass;
  return <Icon size={22} strokeWidth={1.5} className="text-accent-text" aria-hidden />;
}
