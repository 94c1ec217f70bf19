import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names';

interface SegmentsProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; icon?: ReactNode; style?: React.CSSProperties }[];
  onChange: (value: T) => void;
  /** `compact` for tool bars. */
  size?: 'compact' | 'full';
}

/** A segmented control. Where a word of an option takes two lines, all options grow with it. */
export function Segments<T extends string | number>({
  label,
  value,
  options,
  onChange,
  size = 'full',
}: SegmentsProps<T>) {
  return (
    <RadioGroup
      value={value}
      onValueChange={(next) => onChange(next as T)}
      aria-label={label}
      className={classNames(
        'flex rounded-md bg-hover p-0.5 forced-colors:outline',
        size === 'full' && 'w-full',
      )}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          aria-label={option.label}
          style={option.style}
          className={classNames(
            'flex cursor-pointer select-none items-center justify-center gap-1.5 rounded-[5px] text-ink-soft text-sm transition-colors duration-100 hover:text-ink data-checked:bg-surface data-checked:font-medium data-checked:text-ink data-checked:shadow-[0_1px_2px_hsl(var(--shadow-color)/.16)] dark:data-checked:bg-line-strong',
            size === 'full'
              ? 'min-h-8 grow basis-0 px-1 py-1 leading-[1.25] pointer-coarse:min-h-11'
              : 'h-6 px-2 pointer-coarse:h-9',
          )}
        >
          {option.icon}
          <span className="text-center">{option.label}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
