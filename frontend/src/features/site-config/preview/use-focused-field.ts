import { useEffect, useState } from 'react';

/** The setting whose field has the focus, with its tab before it: `homepage.sections[0].content.title`. */
export function useFocusedField(tab: string): string | null {
  const [field, setField] = useState<string | null>(null);
  useEffect(() => {
    const handle = ({ target }: FocusEvent) => {
      const element = target instanceof Element ? target.closest('form [data-field]') : null;
      const path = element?.getAttribute('data-field');
      if (path) setField(`${tab}.${path}`);
    };
    document.addEventListener('focusin', handle);
    return () => document.removeEventListener('focusin', handle);
  }, [tab]);
  return field;
}
