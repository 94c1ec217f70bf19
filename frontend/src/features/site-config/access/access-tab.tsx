import { useTranslation } from 'react-i18next';
import type { AccessRules } from '../../../api/site-settings';
import { Button } from '../../../ui/buttons/button';
import { Panel } from '../../../ui/panel';
import { useDraft, useField } from '../draft/use-draft';
import { BoundNumber } from '../fields/bound-number';
import { SettingsTab } from '../site/settings-tab';
import { useContent } from '../site/use-content';
import { AccessImpact } from './access-impact';
import { AccessMatrix } from './access-matrix';
import { AccessSimulator } from './access-simulator';
import { DocumentRules } from './document-rules';
import { LevelSelect } from './level-select';
import { AUDIENCES, accessRules } from './levels';

/** Who sees how much. What is saved here acts on the next request. Source: specification §3, Access control, and §6. */
export function AccessTab() {
  const { t } = useTranslation('siteConfig');
  return (
    <SettingsTab
      tab="access"
      title={t('nav.access')}
      lead={t('access.lead')}
      rules={accessRules}
      preview={<AccessSimulator />}
    >
      <Panel title={t('access.defaults')} lead={t('access.defaultsLead')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {AUDIENCES.map((audience) => (
            <DefaultLevel key={audience} audience={audience} />
          ))}
          <BoundNumber
            path="partialChars"
            label={t('fields.access.partialChars')}
            hint={t('access.partialHint')}
          />
        </div>
      </Panel>
      <Categories />
      <Documents />
      <AccessImpact />
    </SettingsTab>
  );
}

function DefaultLevel({ audience }: { audience: (typeof AUDIENCES)[number] }) {
  const { t } = useTranslation('siteConfig');
  const { value, onChange, error, props } =
    useField<Parameters<typeof LevelSelect>[0]['value']>(audience);
  return (
    <div {...props} className="flex min-w-0 flex-col gap-1.5">
      <span className="text-ink-soft text-xs" aria-hidden>
        {t(`fields.access.${audience}`)}
      </span>
      <LevelSelect label={t(`fields.access.${audience}`)} value={value} onChange={onChange} />
      {error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
      {audience === 'nonMember' && error !== undefined && <RaiseNonMember />}
    </div>
  );
}

/** Lets people who are logged in see as much as guests do. */
function RaiseNonMember() {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<AccessRules>();
  return (
    <Button
      variant="secondary"
      size="sm"
      className="self-start"
      onClick={() => draft.change((rules) => ({ ...rules, nonMember: rules.guest }))}
    >
      {t('access.raiseNonMember')}
    </Button>
  );
}

function Categories() {
  const { t } = useTranslation('siteConfig');
  const { data } = useContent();
  return (
    <Panel title={t('fields.access.categories')} lead={t('access.categoriesLead')}>
      {data === undefined || data.categories.length === 0 ? (
        <p className="text-base text-ink-faint">{t('access.noCategories')}</p>
      ) : (
        <AccessMatrix categories={data.categories} />
      )}
    </Panel>
  );
}

function Documents() {
  const { t } = useTranslation('siteConfig');
  const { data } = useContent();
  if (data === undefined || data.documents.length === 0) return null;
  return (
    <Panel title={t('fields.access.documents')} lead={t('access.documentsLead')}>
      <DocumentRules content={data} />
    </Panel>
  );
}
