import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A select. */
export function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  return (
    <Base.Root
      items={options}
      value={value}
      modal={false}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Base.Trigger
        aria-label={label}
        className="flex h-8 w-full items-center justify-between gap-2 rounded-md border border-line-strong bg-surface pr-2 pl-3 text-ink text-sm select-none hover:bg-hover data-popup-open:bg-hover pointer-coarse:h-11"
      >
        <span className="min-w-0 truncate">
          <Base.Value />
        </span>
        <Base.Icon>
          <ChevronsUpDown size={14} className="text-ink-faint" aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="popup-motion scroll-thin max-h-[min(320px,var(--available-height))] min-w-(--anchor-width) overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-popup outline-none">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex min-h-8 items-center justify-between gap-6 rounded-md px-2.5 text-ink outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
              >
                <Base.ItemText>{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check size={16} className="text-accent-text" aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
