/** A drawer is opened to choose in: a field of it would raise the keyboard over the choices. */
export function focusTree(popup: HTMLElement | null): boolean {
  const tree = popup?.querySelector<HTMLElement>('[role=tree]');
  tree?.focus({ preventScroll: true });
  return tree === null || tree === undefined;
}

/**
 * Puts the focus where writing begins, at once: a letter typed right after the dialog opens belongs there.
 * A field marked `data-first-focus` comes before those above it.
 * Without a field it goes to the chosen tab or to the first answer, rather than to the button that closes.
 * On a touch screen no field is focused, or the keyboard would cover the dialog.
 */
export function focusWithin(popup: HTMLElement | null): boolean | HTMLElement {
  if (popup !== null && matchMedia('(pointer: coarse)').matches) return popup;
  const field =
    popup?.querySelector<HTMLElement>('[data-first-focus]') ??
    popup?.querySelector<HTMLElement>(
      'input:not([type=file]):not([type=checkbox]):not([type=radio]):not([aria-hidden=true]), textarea',
    );
  const first =
    field ??
    popup?.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ??
    popup?.querySelector<HTMLElement>('[data-actions] button');
  first?.focus({ preventScroll: true });
  return first === null || first === undefined;
}
