import { useTranslation } from 'react-i18next';
import type { BasicInfo } from '../../../api/site-settings';
import { Panel } from '../../../ui/panel';
import { BoundArea, BoundChoice, BoundText } from '../fields/bound-fields';
import { ItemList } from '../fields/item-list';
import { LinkFields } from '../fields/link-fields';
import { ImageField } from '../image-field/image-field';
import { SitePreview } from '../preview/site-preview';
import { SettingsTab } from '../site/settings-tab';
import { SearchResultCard, ShareCard } from './result-cards';
import { TimeZoneField } from './time-zone-field';

/** Names, logo and footer of a site. Source: specification §3, Site. */
export function BasicInfoTab() {
  const { t } = useTranslation('siteConfig');
  return (
    <SettingsTab
      tab="basicInfo"
      title={t('nav.basic-info')}
      lead={t('basicInfo.lead')}
      preview={<SitePreview tab="basicInfo" />}
    >
      <Panel title={t('basicInfo.about')}>
        <div className="grid gap-4">
          <BoundText path="name" label={t('fields.basicInfo.name')} />
          <BoundArea path="description" label={t('fields.basicInfo.description')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <BoundChoice<BasicInfo['language']>
              path="language"
              label={t('fields.basicInfo.language')}
              options={[
                { value: 'zh-CN', label: '简体中文' },
                { value: 'en', label: 'English' },
              ]}
            />
            <TimeZoneField />
          </div>
        </div>
      </Panel>
      <Panel title={t('basicInfo.images')} lead={t('basicInfo.imagesLead')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <ImageField path="logo" purpose="logo" label={t('fields.basicInfo.logo')} />
          <ImageField path="logoDark" purpose="logo" label={t('fields.basicInfo.logoDark')} />
          <ImageField path="icon" purpose="icon" label={t('fields.basicInfo.icon')} />
          <ImageField path="shareImage" purpose="share" label={t('fields.basicInfo.shareImage')} />
        </div>
      </Panel>
      <Panel title={t('basicInfo.results')} lead={t('basicInfo.resultsLead')}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SearchResultCard />
          <ShareCard />
        </div>
      </Panel>
      <Panel title={t('basicInfo.footer')}>
        <div className="grid gap-4">
          <BoundText path="copyright" label={t('fields.basicInfo.copyright')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <BoundText
              path="icpNumber"
              label={t('fields.basicInfo.icpNumber')}
              placeholder="京ICP备12345678号-1"
              hint={t('basicInfo.icpHint')}
            />
            <BoundText path="contactEmail" label={t('fields.basicInfo.contactEmail')} />
          </div>
          <ItemList
            path="footerLinks"
            label={t('fields.basicInfo.footerLinks')}
            addLabel={t('basicInfo.addLink')}
            create={() => ({ text: '', url: '' })}
            nameOf={({ text }) => text}
          >
            {(path) => <LinkFields path={path} label={t('basicInfo.link')} />}
          </ItemList>
        </div>
      </Panel>
    </SettingsTab>
  );
}
