import { useTranslation } from 'react-i18next';
import { SitePreview } from '../preview/site-preview';
import { SettingsTab } from '../site/settings-tab';
import { HomepageForm } from './homepage-form';
import { homepageRules } from './homepage-rules';

/** The homepage's sections beside the page that they make. */
export function HomepageTab() {
  const { t } = useTranslation('siteConfig');
  return (
    <SettingsTab
      tab="homepage"
      title={t('homepage.title')}
      lead={t('homepage.lead')}
      rules={homepageRules}
      preview={<SitePreview tab="homepage" />}
    >
      <HomepageForm />
    </SettingsTab>
  );
}
