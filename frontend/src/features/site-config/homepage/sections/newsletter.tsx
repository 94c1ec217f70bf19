import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Newsletter } from '../../../../api/site-settings';
import { useField } from '../../draft/use-draft';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { LinkFields } from '../../fields/link-fields';
import { accent, Bar, Card } from './drawing';
import type { SectionEntry, SectionFormProps } from './section-entry';

function NewsletterForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: newsletter } = useField<Newsletter>(path);
  const layouts = ['centered', 'split', 'minimal'] as const;
  const variants = ['default', 'gradient', 'outlined'] as const;
  const usual = t('homepage.usual');
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} />
      <BoundText path={`${path}.subtitle`} label={t('homepage.subtitle')} />
      <BoundArea path={`${path}.description`} label={t('homepage.description')} />
      <BoundSwitch path={`${path}.showsNameField`} label={t('homepage.showsNameField')} />
      {newsletter.showsNameField && (
        <BoundText
          path={`${path}.namePlaceholder`}
          label={t('homepage.namePlaceholder')}
          placeholder={usual}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <BoundText
          path={`${path}.emailPlaceholder`}
          label={t('homepage.emailPlaceholder')}
          placeholder={usual}
        />
        <BoundText
          path={`${path}.submitText`}
          label={t('homepage.submitText')}
          placeholder={usual}
        />
      </div>
      <BoundText
        path={`${path}.successMessage`}
        label={t('homepage.successMessage')}
        placeholder={usual}
      />
      <BoundText path={`${path}.privacyText`} label={t('homepage.privacyText')} />
      <LinkFields path={`${path}.privacyLink`} label={t('homepage.privacyLink')} />
      <BoundChoice
        path={`${path}.layout`}
        label={t('homepage.layout')}
        options={layouts.map((value) => ({
          value,
          label: t(`homepage.newsletterLayouts.${value}`),
        }))}
      />
      <BoundChoice
        path={`${path}.variant`}
        label={t('homepage.variant')}
        options={variants.map((value) => ({
          value,
          label: t(`homepage.newsletterVariants.${value}`),
        }))}
      />
    </>
  );
}

export const newsletter: SectionEntry = {
  icon: Mail,
  Form: NewsletterForm,
  drawing: (
    <>
      <Bar x={24} y={13} w={40} h={4} className={accent} />
      <Bar x={30} y={22} w={28} />
      <Card x={14} y={32} w={40} h={10} />
      <Bar x={56} y={32} w={18} h={10} className={accent} />
    </>
  ),
};
