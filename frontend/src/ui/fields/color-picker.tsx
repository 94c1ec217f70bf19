import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Check, Pipette } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { COLOR_PATTERN } from '../../config/limits';
import { Tooltip } from '../menus/tooltip';
import { SWATCHES } from './colors';

interface ColorPickerProps {
  /** `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
}

/** The predefined colors and an input for any other. */
export function ColorPicker({ value, onChange }: ColorPickerProps) {
  const { t } = useTranslation('editor');
  const isCustom = SWATCHES.every((swatch) => swatch.value.toLowerCase() !== value.toLowerCase());
  return (
    <div className="grid grid-cols-6 gap-2">
      <RadioGroup
        value={value.toUpperCase()}
        onValueChange={(next) => onChange(String(next))}
        aria-label={t('style.color.label')}
        className="contents"
      >
        {SWATCHES.map((swatch) => (
          <Tooltip key={swatch.value} label={t(swatch.labelKey)}>
            <Radio.Root
              value={swatch.value}
              aria-label={t(swatch.labelKey)}
              className="forced-color-adjust-none grid h-8 cursor-pointer place-items-center rounded-md shadow-[inset_0_0_0_1px_rgb(0_0_0/.1)] outline-offset-2 focus-visible:outline-offset-4 data-checked:outline-2 data-checked:outline-accent-text pointer-coarse:h-11"
              style={{ background: swatch.value, color: readable(swatch.value) }}
            >
              <Radio.Indicator>
                <Check size={16} strokeWidth={2.5} aria-hidden />
              </Radio.Indicator>
            </Radio.Root>
          </Tooltip>
        ))}
      </RadioGroup>
      <Tooltip label={t('style.color.custom')}>
        <label
          className={`relative grid h-8 forced-color-adjust-none place-items-center rounded-md border outline-offset-2 focus-within:outline-2 focus-within:outline-accent-text hover:bg-hover pointer-coarse:h-11 ${isCustom ? 'border-transparent outline-2 outline-accent-text' : 'border-line-strong border-dashed text-ink-faint'}`}
          style={isCustom ? { background: value, color: readable(value) } : undefined}
        >
          <Pipette size={14} aria-hidden />
          <input
            type="color"
            value={value.toLowerCase()}
            aria-label={t('style.color.custom')}
            onChange={(event) => {
              if (COLOR_PATTERN.test(event.target.value)) onChange(event.target.value);
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </label>
      </Tooltip>
    </div>
  );
}

/** Black or white, whichever reads better on `color`. */
function readable(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#10151a' : '#ffffff';
}
