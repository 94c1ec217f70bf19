import { useTranslation } from 'react-i18next';
import type { IndexLayout } from '../../../api/site-settings';
import { Panel } from '../../../ui/panel';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../fields/bound-fields';
import { BoundNumber } from '../fields/bound-number';
import { SitePreview } from '../preview/site-preview';
import { SettingsTab } from '../site/settings-tab';
import { BindingPanel } from './binding-panel';
import { CategoryList } from './category-list';
import { LeftOut } from './left-out';

const LAYOUTS: readonly IndexLayout[] = ['grid', 'list', 'cards'];

/** The base of a site and its index. Source: specification §3, Knowledge-base site config. */
export function KnowledgeBaseTab() {
  const { t } = useTranslation('siteConfig');
  return (
    <SettingsTab
      tab="index"
      title={t('nav.knowledge-base')}
      lead={t('index.lead')}
      preview={<SitePreview tab="index" page={{ kind: 'index' }} />}
    >
      <BindingPanel />
      <Panel title={t('index.page')}>
        <div className="grid gap-4">
          <BoundText
            path="title"
            label={t('fields.index.title')}
            placeholder={t('index.titlePlaceholder')}
          />
          <BoundArea path="description" label={t('fields.index.description')} />
          <BoundChoice<IndexLayout>
            path="layout"
            label={t('fields.index.layout')}
            options={LAYOUTS.map((value) => ({ value, label: t(`index.layouts.${value}`) }))}
          />
          <div>
            <BoundSwitch path="isSearchEnabled" label={t('fields.index.isSearchEnabled')} />
            <BoundSwitch path="showsRecent" label={t('fields.index.showsRecent')} />
            <BoundSwitch path="showsCategoryFilter" label={t('fields.index.showsCategoryFilter')} />
            <BoundSwitch path="showsDocumentCount" label={t('fields.index.showsDocumentCount')} />
            <BoundSwitch path="isPaginated" label={t('fields.index.isPaginated')} />
          </div>
          <BoundNumber path="itemsPerPage" label={t('fields.index.itemsPerPage')} />
        </div>
      </Panel>
      <CategoryList />
      <Panel title={t('index.programs')}>
        <BoundSwitch
          path="offersMarkdown"
          label={t('fields.index.offersMarkdown')}
          description={t('index.offersMarkdownHint')}
        />
        <BoundSwitch
          path="allowsAiCrawlers"
          label={t('fields.index.allowsAiCrawlers')}
          description={t('index.allowsAiCrawlersHint')}
        />
      </Panel>
      <LeftOut />
    </SettingsTab>
  );
}
