import { useTranslation } from 'react-i18next';
import type { AccessLevel } from '../../../api/site-settings';
import { Select } from '../../../ui/fields/select';
import { LEVELS } from './levels';

interface LevelSelectProps {
  label: string;
  value: AccessLevel;
  onChange: (level: AccessLevel) => void;
}

/** One of the four levels. */
export function LevelSelect({ label, value, onChange }: LevelSelectProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <Select
      label={label}
      value={value}
      options={LEVELS.map((level) => ({ value: level, label: t(`access.levels.${level}`) }))}
      onChange={onChange}
    />
  );
}
