import { useTranslation } from 'react-i18next';
import type { FieldPath } from '../../draft/path';
import { BoundChoice } from '../../fields/bound-fields';

/** How many items stand beside each other on a wide screen. */
export function ColumnsField({ path, values }: { path: FieldPath; values: readonly number[] }) {
  const { t } = useTranslation('siteConfig');
  return (
    <BoundChoice
      path={path}
      label={t('homepage.columns')}
      options={values.map((value) => ({ value, label: t('homepage.column', { count: value }) }))}
    />
  );
}
