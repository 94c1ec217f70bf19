import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { inputStyle } from '../../../ui/text-field';

/** Pause after the last letter before the list is asked for, in milliseconds. */
const PAUSE_MS = 250;

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Searches a list of the server: the letters are shown at once, the list follows when they rest. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  const asked = useRef(value);
  useEffect(() => {
    // Another filter than the one that was asked for, such as one taken back by the browser.
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = text;
      latest.current(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="relative min-w-48 grow basis-48">
      <Search
        size={16}
        strokeWidth={1.75}
        className="-translate-y-1/2 absolute top-1/2 left-2.5 text-ink-faint"
        aria-hidden
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`${inputStyle} pl-8`}
      />
    </div>
  );
}
