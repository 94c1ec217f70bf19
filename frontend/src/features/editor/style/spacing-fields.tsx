import { useTranslation } from 'react-i18next';
import {
  LETTER_SPACING_TENTHS,
  LINE_HEIGHT_PERCENT,
  PARAGRAPH_SPACING_PX,
} from '../../../config/limits';
import { HEADING_STYLES, type HeadingStyle } from '../../../storage/settings';
import { Select } from '../../../ui/fields/select';
import { SliderRow } from '../../../ui/fields/slider-row';
import { useEditor, useWorkbench } from '../editor-context';
import { Field } from './field';
import { THEME_SPACING } from './theme-spacing';

/** Line height, letter and paragraph spacing; untouched ones follow the theme. */
export function SpacingFields() {
  const { t, i18n } = useTranslation('editor');
  const workbench = useWorkbench();
  const settings = useEditor((state) => state.settings);
  const decimal = (value: number) => value.toLocaleString(i18n.language);
  const px = (value: number) => `${decimal(value)} px`;
  const rows = [
    {
      key: 'lineHeightPercent',
      label: t('style.spacing.lineHeight'),
      range: LINE_HEIGHT_PERCENT,
      words: (value: number) => decimal(value / 100),
    },
    {
      key: 'letterSpacingTenths',
      label: t('style.spacing.letter'),
      range: LETTER_SPACING_TENTHS,
      words: (value: number) => px(value / 10),
    },
    {
      key: 'paragraphSpacingPx',
      label: t('style.spacing.paragraph'),
      range: PARAGRAPH_SPACING_PX,
      words: px,
    },
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      {rows.map(({ key, label, range, words }) => {
        const chosen = settings[key];
        const value = chosen ?? THEME_SPACING[settings.theme][key];
        return (
          <SliderRow
            key={key}
            label={label}
            text={
              chosen === null ? t('style.spacing.ofTheme', { value: words(value) }) : words(value)
            }
            value={value}
            {...range}
            onChange={(next) => workbench.changeSettings({ [key]: next })}
            onReset={chosen === null ? undefined : () => workbench.changeSettings({ [key]: null })}
            resetLabel={t('style.spacing.reset', { name: label })}
          />
        );
      })}
    </div>
  );
}

/** Shape of each level of headings. */
export function HeadingFields() {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const styles = useEditor((state) => state.settings.headingStyles);
  const options = HEADING_STYLES.map((value) => ({ value, label: t(`style.heading.${value}`) }));
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-3">
      {styles.map((style, place) => {
        const label = t('style.heading.level', { level: place + 1 });
        return (
          <Field key={label} label={label}>
            <Select<HeadingStyle>
              label={label}
              value={style}
              options={options}
              onChange={(next) =>
                workbench.changeSettings({ headingStyles: styles.with(place, next) })
              }
            />
          </Field>
        );
      })}
    </div>
  );
}
