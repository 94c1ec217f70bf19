import type { ReactNode } from 'react';
import { FormField } from '../../../ui/fields/text-field';
import type { FieldPath } from '../draft/path';
import { useDraft, useField, useLimits } from '../draft/use-draft';

interface BoundNumberProps {
  path: FieldPath;
  label: string;
  hint?: ReactNode;
}

/** A whole number of the draft; an empty field is 0. */
export function BoundNumber({ path, label, hint }: BoundNumberProps) {
  const field = useField<number>(path);
  const draft = useDraft();
  const { minimum, maximum } = useLimits(path);
  return (
    <div {...field.props} className="min-w-0">
      <FormField
        size="sm"
        type="number"
        label={label}
        hint={hint}
        min={minimum}
        max={maximum}
        step={1}
        value={field.value}
        error={field.error}
        onBlur={draft.settle}
        onChange={({ target }) => field.onChange(Math.trunc(Number(target.value)))}
      />
    </div>
  );
}
