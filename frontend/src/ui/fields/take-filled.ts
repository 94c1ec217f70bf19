import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Reads a form again before it is used: password managers and browsers that restore a page fill fields in without telling
 * anybody.
 */
export function takeFilled<F extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<F>, 'getValues' | 'setValue'>,
  element: HTMLFormElement | null,
): void {
  const known = getValues();
  for (const field of element?.elements ?? []) {
    if (!(field instanceof HTMLInputElement) || !(field.name in known)) continue;
    const filled = field.type === 'checkbox' ? field.checked : field.value;
    const name = field.name as Path<F>;
    if (known[name] !== filled) setValue(name, filled as PathValue<F, Path<F>>);
  }
}
