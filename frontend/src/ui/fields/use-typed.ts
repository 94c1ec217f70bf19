import { type FocusEvent, useEffect, useState } from 'react';
import { TypedFields } from './typed-fields';

/** Notes what is typed into the fields of an element while it is open. `props` go onto the element. */
export function useTyped(isOpen: boolean) {
  const [fields] = useState(() => new TypedFields());
  const [isTyped, setIsTyped] = useState(false);
  const has = () => fields.hasTyped();
  useEffect(() => {
    if (isOpen) return;
    fields.forget();
    setIsTyped(false);
  }, [isOpen, fields]);
  return {
    /** Whether a field of it holds something else than at first, or did when it was there. */
    has,
    /** The same, as of the last letter. */
    isTyped,
    props: {
      onFocus: ({ target, currentTarget }: FocusEvent) => {
        // What opens over the element is no part of it.
        if (currentTarget.contains(target)) fields.note(target);
      },
      onInput: () => setIsTyped(has()),
    },
  };
}
