import { useTranslation } from 'react-i18next';
import { SitePreview } from '../preview/site-preview';
import { SettingsTab } from '../site/settings-tab';
import { checkHomepage } from './check-homepage';
import { HomepageForm } from './homepage-form';

/** The homepage's sections beside the page that they make. */
export function HomepageTab() {
  const { t } = useTranslation('siteConfig');
  return (
    <SettingsTab
      tab="homepage"
      title={t('homepage.title')}
      lead={t('homepage.lead')}
      check={checkHomepage}
      preview={<SitePreview tab="homepage" />}
    >
      <HomepageForm />
    </SettingsTab>
  );
}
