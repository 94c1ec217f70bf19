import { useTranslation } from 'react-i18next';
import { numbersOf } from '../../check/field-limits';
import type { FieldPath } from '../../draft/path';
import { useLimits } from '../../draft/use-draft';
import { BoundChoice } from '../../fields/bound-fields';

/** How many items stand beside each other on a wide screen. */
export function ColumnsField({ path }: { path: FieldPath }) {
  const { t } = useTranslation('siteConfig');
  const values = numbersOf(useLimits(path));
  return (
    <BoundChoice
      path={path}
      label={t('homepage.columns')}
      options={values.map((value) => ({ value, label: t('homepage.column', { count: value }) }))}
    />
  );
}
