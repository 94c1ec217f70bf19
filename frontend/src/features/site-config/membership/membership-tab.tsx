import { useTranslation } from 'react-i18next';
import type { Membership, Package } from '../../../api/site-settings';
import {
  MEMBER_BENEFIT_MAX_CHARS,
  MEMBER_BENEFITS_MAX,
  PACKAGE_NAME_MAX_CHARS,
  PACKAGES_MAX,
} from '../../../config/site-limits';
import { newId } from '../../../lib/new-id';
import { Panel } from '../../../ui/panel';
import { SwitchRow } from '../../../ui/switch-row';
import { useDraft, useField } from '../draft/use-draft';
import { BoundChoice, BoundSwitch, BoundText } from '../fields/bound-fields';
import { BoundLines } from '../fields/bound-lines';
import { ItemList } from '../fields/item-list';
import { SettingsTab } from '../site/settings-tab';
import { checkMembership } from './check-membership';
import { PackageCards } from './package-cards';

const PERIODS = ['monthly', 'yearly', 'lifetime'] as const;

/** Packages that members buy, and what all of them have. Source: specification §3, Membership package. */
export function MembershipTab() {
  const { t } = useTranslation('siteConfig');
  return (
    <SettingsTab
      tab="membership"
      title={t('nav.membership')}
      lead={t('membership.lead')}
      check={checkMembership}
      preview={<PackageCards />}
    >
      <Panel title={t('fields.membership.packages')}>
        <ItemList<Package>
          path="packages"
          label={t('fields.membership.packages')}
          addLabel={t('membership.add')}
          max={PACKAGES_MAX}
          create={newPackage}
          nameOf={({ name }) => name}
        >
          {(path) => <PackageFields path={path} />}
        </ItemList>
      </Panel>
      <Panel title={t('fields.membership.generalBenefits')} lead={t('membership.generalLead')}>
        <BoundLines
          path="generalBenefits"
          label={t('membership.benefits')}
          maxLines={MEMBER_BENEFITS_MAX}
          maxChars={MEMBER_BENEFIT_MAX_CHARS}
        />
      </Panel>
    </SettingsTab>
  );
}

function newPackage(): Package {
  return {
    id: newId(),
    name: '',
    price: '',
    period: 'yearly',
    isRecommended: false,
    benefits: [],
    isArchived: false,
  };
}

function PackageFields({ path }: { path: string }) {
  const { t } = useTranslation('siteConfig');
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <BoundText
          path={`${path}.name`}
          label={t('membership.name')}
          max={PACKAGE_NAME_MAX_CHARS}
          placeholder={t('membership.namePlaceholder')}
        />
        <BoundText path={`${path}.price`} label={t('membership.price')} placeholder="¥99" />
      </div>
      <BoundChoice
        path={`${path}.period`}
        label={t('membership.period')}
        options={PERIODS.map((value) => ({ value, label: t(`membership.periods.${value}`) }))}
      />
      <BoundLines
        path={`${path}.benefits`}
        label={t('membership.ownBenefits')}
        maxLines={MEMBER_BENEFITS_MAX}
        maxChars={MEMBER_BENEFIT_MAX_CHARS}
      />
      <div>
        <RecommendedSwitch path={path} />
        <BoundSwitch path={`${path}.isArchived`} label={t('membership.archived')} />
      </div>
    </>
  );
}

/** One package at most is recommended: choosing one takes it from the other. */
function RecommendedSwitch({ path }: { path: string }) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<Membership>();
  const id = useField<string>(`${path}.id`).value;
  const { value, error, props } = useField<boolean>(`${path}.isRecommended`);
  const change = (isRecommended: boolean) =>
    draft.change((membership) => ({
      ...membership,
      packages: membership.packages.map((item) => ({
        ...item,
        isRecommended: item.id === id ? isRecommended : item.isRecommended && !isRecommended,
      })),
    }));
  return (
    <div {...props}>
      <SwitchRow label={t('membership.recommended')} isOn={value} onChange={change} />
      {error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
