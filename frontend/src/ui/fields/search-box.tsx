import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names';
import { fieldStyle, inputStyle } from './text-field';

/** Pause in typing after which a debounced search is reported, in milliseconds. */
const DEBOUNCE_MS = 250;

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** For a list of the server: a change is reported when typing pauses. */
  isDebounced?: boolean;
  /** Small in tool bars. */
  size?: 'sm' | 'md';
  /** Classes that place the box. */
  className?: string;
}

/** Searches a list: the letters are shown at once, `value` may follow later. */
export function SearchBox({ label, value, onChange, size = 'sm', ...props }: SearchBoxProps) {
  const { isDebounced = false, className } = props;
  const [text, setText] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  const reported = useRef(value);
  useEffect(() => {
    // Another search than the one that was reported, such as one taken back by the browser.
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text;
      latest.current(text);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const type = (next: string) => {
    setText(next);
    if (isDebounced) return;
    reported.current = next;
    onChange(next);
  };
  const isSmall = size === 'sm';
  return (
    <div className={classNames('relative', className)}>
      <Search
        size={16}
        strokeWidth={1.75}
        className={classNames(
          '-translate-y-1/2 absolute top-1/2 text-ink-faint',
          isSmall ? 'left-2.5' : 'left-3',
        )}
        aria-hidden
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => type(target.value)}
        className={isSmall ? `${inputStyle} pl-8` : `${fieldStyle} pl-9`}
      />
    </div>
  );
}
