import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BoundArea, BoundText } from '../../fields/bound-fields';
import { LinkFields } from '../../fields/link-fields';
import { accent, Bar } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';

function CtaForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.itemTitle')} />
      <BoundText path={`${path}.subtitle`} label={t('homepage.subtitle')} />
      <BoundArea path={`${path}.description`} label={t('homepage.description')} />
      <LinkFields path={`${path}.primaryButton`} label={t('homepage.primaryButton')} />
      <LinkFields path={`${path}.secondaryButton`} label={t('homepage.secondaryButton')} />
    </>
  );
}

export const cta: SectionEntry = {
  icon: Megaphone,
  Form: CtaForm,
  drawing: (
    <>
      <rect x="6" y="12" width="76" height="32" rx="3" className={accent} />
      <Bar x={24} y={20} w={40} h={4} className="fill-(--surface)" />
      <Bar x={34} y={31} w={20} h={7} className="fill-(--surface)" />
    </>
  ),
};
