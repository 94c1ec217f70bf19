import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths';
import { PROFESSIONAL_YUAN_PER_MONTH } from '../../config/plans';
import { localeOf } from '../../i18n';
import { usePageMeta } from '../../ui/hooks/use-page-meta';
import { CallToAction, Contact, type ContactState } from './closing';
import { Craft } from './craft';
import { DemoSite, type DemoSiteState } from './demo-site';
import { Features } from './features';
import { Hero } from './hero/hero';
import { Pricing } from './pricing';
import { Steps } from './steps';
import { Stories } from './stories';

/** Addresses of the page in its languages. */
const CHINESE = paths.home;
const ENGLISH = `${paths.home}?lang=en`;

/** The landing page. Source: specification §1 and §2, Landing page. */
export function LandingPage({
  contact,
  demoSite,
}: {
  contact: ContactState;
  demoSite: DemoSiteState;
}) {
  const { t, i18n } = useTranslation(['landing', 'app']);
  const locale = localeOf(i18n);
  usePageMeta({
    title: t('meta.title'),
    description: t('meta.description'),
    canonical: locale === 'en' ? ENGLISH : CHINESE,
    alternates: { 'zh-CN': CHINESE, en: ENGLISH, 'x-default': CHINESE },
    ogLocale: locale === 'en' ? 'en_US' : 'zh_CN',
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: t('app:name'),
      description: t('meta.description'),
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      inLanguage: ['zh-CN', 'en'],
      offers: [
        { name: t('pricing.creator.name'), price: 0 },
        { name: t('pricing.professional.name'), price: PROFESSIONAL_YUAN_PER_MONTH },
      ].map((offer) => ({ '@type': 'Offer', priceCurrency: 'CNY', ...offer })),
    },
  });
  return (
    <>
      <Hero />
      <Craft />
      <Features />
      <Steps />
      <DemoSite site={demoSite} />
      <Stories />
      <Pricing />
      <CallToAction />
      <Contact contact={contact} />
    </>
  );
}
