import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addressOf } from '../../../api/team-rights';
import { sitePath } from '../../../config/paths';
import { Panel } from '../../../ui/panel';
import { BoundSwitch } from '../fields/bound-fields';
import { ItemList } from '../fields/item-list';
import { LinkFields } from '../fields/link-fields';
import { SitePreview } from '../preview/site-preview';
import { SettingsTab } from '../site/settings-tab';
import { useSite } from '../site/site-context';

/** Links of the head of every page. */
export function NavigationTab() {
  const { t } = useTranslation('siteConfig');
  const { team, site } = useSite();
  return (
    <SettingsTab
      tab="navigation"
      title={t('nav.navigation')}
      lead={t('navigation.lead')}
      preview={<SitePreview tab="navigation" />}
    >
      <Panel title={t('navigation.own')}>
        <BoundSwitch path="showsHome" label={t('fields.navigation.showsHome')} />
        <BoundSwitch path="showsIndex" label={t('fields.navigation.showsIndex')} />
      </Panel>
      <Panel title={t('navigation.more')} lead={t('navigation.moreLead')}>
        <ItemList
          path="links"
          label={t('fields.navigation.links')}
          addLabel={t('navigation.add')}
          create={() => ({ text: '', url: '' })}
          nameOf={({ text }) => text}
        >
          {(path) => <LinkFields path={path} label={t('navigation.link')} />}
        </ItemList>
      </Panel>
      <p className="text-ink-faint text-sm">
        <span>{t('navigation.footer')}</span>{' '}
        <Link
          to={sitePath(addressOf(team), site.id, 'basic-info')}
          className="text-accent-text underline"
        >
          {t('nav.basic-info')}
        </Link>
      </p>
    </SettingsTab>
  );
}
