import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, Search } from 'lucide-react';

interface SearchSelectProps {
  label: string;
  value: string;
  options: readonly string[];
  searchLabel: string;
  emptyText: string;
  /** What stands for a value; the value itself when absent. */
  labelOf?: (value: string) => string;
  onChange: (value: string) => void;
}

/** A select with a search field. */
export function SearchSelect({ labelOf = (value) => value, ...props }: SearchSelectProps) {
  return (
    <Combobox.Root
      items={props.options}
      value={props.value}
      itemToStringLabel={labelOf}
      onValueChange={(next) => next !== null && props.onChange(next)}
    >
      <Combobox.Trigger
        aria-label={`${props.label}: ${labelOf(props.value)}`}
        className="flex h-8 w-full items-center justify-between gap-2 rounded-md border border-line-strong bg-surface pr-2 pl-3 text-ink text-sm select-none hover:bg-hover data-popup-open:bg-hover pointer-coarse:h-11"
      >
        <span className="min-w-0 truncate">
          <Combobox.Value />
        </span>
        <ChevronsUpDown size={14} className="text-ink-faint" aria-hidden />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup
            aria-label={props.label}
            className="popup-motion flex w-(--anchor-width) min-w-56 flex-col rounded-lg bg-raised text-sm shadow-popup outline-none"
          >
            <div className="flex items-center gap-2 border-line border-b px-3">
              <Search size={14} className="shrink-0 text-ink-faint" aria-hidden />
              <Combobox.Input
                placeholder={props.searchLabel}
                aria-label={props.searchLabel}
                className="h-9 w-full bg-transparent text-ink outline-none placeholder:text-ink-faint pointer-coarse:h-11 pointer-coarse:text-lg"
              />
            </div>
            <Combobox.Empty>
              <div className="px-3 py-4 text-ink-faint">{props.emptyText}</div>
            </Combobox.Empty>
            <Combobox.List className="scroll-thin max-h-[min(280px,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
              {(name: string) => (
                <Combobox.Item
                  key={name}
                  value={name}
                  className="flex min-h-8 items-center justify-between gap-4 rounded-md px-2.5 text-ink outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
                >
                  <span className="min-w-0 break-words">{labelOf(name)}</span>
                  <Combobox.ItemIndicator>
                    <Check size={16} className="text-accent-text" aria-hidden />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
