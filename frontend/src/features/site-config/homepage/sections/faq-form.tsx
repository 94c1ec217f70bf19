import { useTranslation } from 'react-i18next';
import type { FaqItem } from '../../../../api/site-settings';
import {
  ANSWER_MAX_CHARS,
  FAQ_MAX,
  SUBTITLE_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import { BoundArea, BoundChoice, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { newQuestion } from '../new-section';
import type { SectionFormProps } from './section-form-props';
import { TextVariantField } from './text-variant-field';

export function FaqForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const layouts = ['accordion', 'tabs', 'list'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} max={TITLE_MAX_CHARS} />
      <ItemList<FaqItem>
        path={`${path}.items`}
        label={t('homepage.questions')}
        addLabel={t('homepage.addQuestion')}
        max={FAQ_MAX}
        create={newQuestion}
        nameOf={(item) => item.question}
      >
        {(at) => (
          <>
            <BoundText
              path={`${at}.question`}
              label={t('homepage.question')}
              max={SUBTITLE_MAX_CHARS}
            />
            <BoundArea path={`${at}.answer`} label={t('homepage.answer')} max={ANSWER_MAX_CHARS} />
          </>
        )}
      </ItemList>
      <BoundChoice
        path={`${path}.layout`}
        label={t('homepage.layout')}
        options={layouts.map((value) => ({ value, label: t(`homepage.faqLayouts.${value}`) }))}
      />
      <TextVariantField path={`${path}.variant`} />
    </>
  );
}
