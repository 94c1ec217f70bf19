import { Search } from 'lucide-react';
import { fieldStyle } from '../../../ui/text-field';

interface FilterFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text field that filters a list while typing. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  return (
    <div className="relative mb-4 max-w-[360px]">
      <Search
        size={16}
        strokeWidth={1.75}
        className="-translate-y-1/2 absolute top-1/2 left-3 text-ink-faint"
        aria-hidden
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${fieldStyle} pl-9`}
      />
    </div>
  );
}
