import { useTranslation } from 'react-i18next';
import {
  DESCRIPTION_MAX_CHARS,
  SUBTITLE_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import { BoundArea, BoundText } from '../../fields/bound-fields';
import { LinkFields } from '../../fields/link-fields';
import type { SectionFormProps } from './section-form-props';

export function CtaForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.itemTitle')} max={TITLE_MAX_CHARS} />
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
      <LinkFields path={`${path}.primaryButton`} label={t('homepage.primaryButton')} />
      <LinkFields path={`${path}.secondaryButton`} label={t('homepage.secondaryButton')} />
    </>
  );
}
