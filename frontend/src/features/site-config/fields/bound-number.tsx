import type { ReactNode } from 'react';
import { FormField } from '../../../ui/fields/text-field';
import type { FieldPath } from '../draft/path';
import { useDraft, useField } from '../draft/use-draft';

interface BoundNumberProps {
  path: FieldPath;
  label: string;
  min: number;
  max: number;
  hint?: ReactNode;
}

/** A whole number of the draft; an empty field is 0. */
export function BoundNumber({ path, label, min, max, hint }: BoundNumberProps) {
  const field = useField<number>(path);
  const draft = useDraft();
  return (
    <div {...field.props} className="min-w-0">
      <FormField
        size="sm"
        type="number"
        label={label}
        hint={hint}
        min={min}
        max={max}
        step={1}
        value={field.value}
        error={field.error}
        onBlur={draft.settle}
        onChange={({ target }) => field.onChange(Math.trunc(Number(target.value)))}
      />
    </div>
  );
}
