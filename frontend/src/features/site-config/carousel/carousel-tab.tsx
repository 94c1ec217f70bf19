import { useTranslation } from 'react-i18next';
import { SitePreview } from '../preview/site-preview';
import { SettingsTab } from '../site/settings-tab';
import { CarouselForm } from './carousel-form';
import { carouselRules } from './carousel-rules';

/** The slides above the homepage, beside the page that shows them. */
export function CarouselTab() {
  const { t } = useTranslation('siteConfig');
  return (
    <SettingsTab
      tab="carousel"
      title={t('carousel.title')}
      lead={t('carousel.lead')}
      rules={carouselRules}
      preview={<SitePreview tab="carousel" />}
    >
      <CarouselForm />
    </SettingsTab>
  );
}
