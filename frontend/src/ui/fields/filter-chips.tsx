import { classNames } from '../../lib/class-names';
import { useCount } from '../hooks/use-count';

interface FilterChipsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; count?: number | undefined }[];
  onChange: (value: T) => void;
  /** Counts of what is not chosen are fainter. */
  isCountFaint?: boolean;
}

/** Values of a filter with their counts, side by side. */
export function FilterChips<T extends string>(props: FilterChipsProps<T>) {
  const countText = useCount();
  return (
    <fieldset className="scroll-thin -mx-4 flex min-w-0 gap-1 overflow-x-auto px-4 md:mx-0 md:px-0">
      <legend className="sr-only">{props.label}</legend>
      {props.options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={props.value === value}
          onClick={() => props.onChange(value)}
          className={classNames(
            'h-8 shrink-0 rounded-md px-2.5 text-ink-soft text-sm hover:bg-hover hover:text-ink pointer-coarse:h-11',
            props.value === value && 'bg-pressed font-medium text-ink',
          )}
        >
          <span>{label}</span>
          {count !== undefined && (
            <span
              className={classNames(
                'ml-1.5 tabular-nums',
                props.isCountFaint && props.value !== value ? 'text-ink-faint' : 'text-ink-soft',
              )}
            >
              {countText(count)}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
