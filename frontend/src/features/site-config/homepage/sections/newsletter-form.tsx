import { useTranslation } from 'react-i18next';
import type { Newsletter } from '../../../../api/site-settings';
import {
  DESCRIPTION_MAX_CHARS,
  LABEL_MAX_CHARS,
  SUBMIT_TEXT_MAX_CHARS,
  SUBTITLE_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import { useField } from '../../draft/use-draft';
import { BoundArea, BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { LinkFields } from '../../fields/link-fields';
import type { SectionFormProps } from './section-form-props';

export function NewsletterForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: newsletter } = useField<Newsletter>(path);
  const layouts = ['centered', 'split', 'minimal'] as const;
  const variants = ['default', 'gradient', 'outlined'] as const;
  const usual = t('homepage.usual');
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} max={TITLE_MAX_CHARS} />
      <BoundText
        path={`${path}.subtitle`}
        label={t('homepage.subtitle')}
        max={SUBTITLE_MAX_CHARS}
      />
      <BoundArea
        path={`${path}.description`}
        label={t('homepage.description')}
        max={DESCRIPTION_MAX_CHARS}
      />
      <BoundSwitch path={`${path}.showsNameField`} label={t('homepage.showsNameField')} />
      {newsletter.showsNameField && (
        <BoundText
          path={`${path}.namePlaceholder`}
          label={t('homepage.namePlaceholder')}
          placeholder={usual}
          max={LABEL_MAX_CHARS}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <BoundText
          path={`${path}.emailPlaceholder`}
          label={t('homepage.emailPlaceholder')}
          placeholder={usual}
          max={LABEL_MAX_CHARS}
        />
        <BoundText
          path={`${path}.submitText`}
          label={t('homepage.submitText')}
          placeholder={usual}
          max={SUBMIT_TEXT_MAX_CHARS}
        />
      </div>
      <BoundText
        path={`${path}.successMessage`}
        label={t('homepage.successMessage')}
        placeholder={usual}
        max={SUBTITLE_MAX_CHARS}
      />
      <BoundText
        path={`${path}.privacyText`}
        label={t('homepage.privacyText')}
        max={SUBTITLE_MAX_CHARS}
      />
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
