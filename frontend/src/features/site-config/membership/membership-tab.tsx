import { useTranslation } from 'react-i18next';
import type { PreviewPage } from '../../../api/site-preview';
import type { Membership, Package, PackagePeriod } from '../../../api/site-settings';
import { newId } from '../../../lib/new-id';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextField } from '../../../ui/fields/text-field';
import { Panel } from '../../../ui/panel';
import { useDraft, useField } from '../draft/use-draft';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../fields/bound-fields';
import { BoundLines } from '../fields/bound-lines';
import { BoundNumber } from '../fields/bound-number';
import { ItemList } from '../fields/item-list';
import { SitePreview } from '../preview/site-preview';
import { SettingsTab } from '../site/settings-tab';
import { membershipRules } from './membership-rules';
import { parsePrice } from './price';

const PLANS: PreviewPage = { kind: 'plans' };
const PERIODS = ['monthly', 'yearly', 'lifetime'] as const;

/** Packages that members buy, and what all of them have. Source: specification §3, Membership package. */
export function MembershipTab() {
  const { t } = useTranslation('siteConfig');
  return (
    <SettingsTab
      tab="membership"
      title={t('nav.membership')}
      lead={t('membership.lead')}
      rules={membershipRules}
      preview={<SitePreview tab="membership" page={PLANS} />}
    >
      <Panel title={t('fields.membership.packages')}>
        <ItemList<Package>
          path="packages"
          label={t('fields.membership.packages')}
          isLabelHidden
          addLabel={t('membership.add')}
          create={newPackage}
          nameOf={({ name }) => name}
        >
          {(path) => <PackageFields path={path} />}
        </ItemList>
      </Panel>
      <Panel title={t('fields.membership.generalBenefits')} lead={t('membership.generalLead')}>
        <BoundLines path="generalBenefits" label={t('membership.benefits')} isLabelHidden />
      </Panel>
      <Panel title={t('membership.terms')} lead={t('membership.termsLead')}>
        <TermFields />
      </Panel>
    </SettingsTab>
  );
}

/** What holds for every membership: days after the end, devices, refunds, and where to ask. */
function TermFields() {
  const { t } = useTranslation('siteConfig');
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <BoundNumber
          path="graceDays"
          label={t('membership.graceDays')}
          hint={t('membership.graceDaysHint')}
        />
        <BoundNumber
          path="maxDevices"
          label={t('membership.maxDevices')}
          hint={t('membership.maxDevicesHint')}
        />
      </div>
      <BoundArea
        path="refundPolicy"
        label={t('membership.refundPolicy')}
        placeholder={t('membership.refundPolicyPlaceholder')}
        rows={4}
      />
      <BoundText
        path="contact"
        label={t('membership.contact')}
        hint={t('membership.contactHint')}
      />
    </div>
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
          placeholder={t('membership.namePlaceholder')}
        />
        <PriceField path={path} />
      </div>
      <BoundChoice
        path={`${path}.period`}
        label={t('membership.period')}
        options={PERIODS.map((value) => ({ value, label: t(`membership.periods.${value}`) }))}
      />
      <BoundLines path={`${path}.benefits`} label={t('membership.ownBenefits')} />
      <div>
        <RecommendedSwitch path={path} />
        <BoundSwitch path={`${path}.isArchived`} label={t('membership.archived')} />
      </div>
    </>
  );
}

/** The price of a package. A text such as `¥99/年` chooses the period too. */
function PriceField({ path }: { path: string }) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft();
  const price = useField<string>(`${path}.price`);
  const period = useField<PackagePeriod>(`${path}.period`);
  const change = (text: string) => {
    price.onChange(text);
    const named = parsePrice(text)?.period ?? period.value;
    if (named !== period.value) period.onChange(named);
  };
  return (
    <div {...price.props} className="min-w-0">
      <TextField
        label={t('membership.price')}
        value={price.value}
        onChange={change}
        onBlur={draft.settle}
        error={price.error}
        placeholder="¥99"
        autoComplete="off"
      />
    </div>
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
