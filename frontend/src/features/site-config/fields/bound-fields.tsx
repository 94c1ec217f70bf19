import type { ReactNode } from 'react';
import { Segments } from '../../../ui/fields/segments';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextArea, TextField } from '../../../ui/fields/text-field';
import { useCount } from '../../../ui/hooks/use-count';
import type { FieldPath } from '../draft/path';
import { useDraft, useField, useLimits } from '../draft/use-draft';

interface TextProps {
  path: FieldPath;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  /** Stands at the end of the line. */
  end?: ReactNode;
  type?: 'text' | 'url' | 'date' | 'number';
}

/** A line of text of the draft. */
export function BoundText({ path, ...props }: TextProps) {
  const field = useField<string>(path);
  const { maxLength } = useLimits(path);
  const draft = useDraft();
  return (
    <div {...field.props} className="min-w-0">
      <TextField
        {...props}
        value={field.value}
        onChange={field.onChange}
        onBlur={draft.settle}
        error={field.error}
        aside={<CharCount text={field.value} max={maxLength} />}
        autoComplete="off"
      />
    </div>
  );
}

interface AreaProps {
  path: FieldPath;
  label: string;
  rows?: number;
  placeholder?: string;
}

/** Several lines of text of the draft. */
export function BoundArea({ path, rows = 3, ...props }: AreaProps) {
  const field = useField<string>(path);
  const { maxLength } = useLimits(path);
  const draft = useDraft();
  return (
    <div {...field.props}>
      <TextArea
        {...props}
        rows={rows}
        value={field.value}
        onChange={field.onChange}
        onBlur={draft.settle}
        error={field.error}
        aside={<CharCount text={field.value} max={maxLength} />}
      />
    </div>
  );
}

/** How many of the characters are used, once most of them are. */
function CharCount({ text, max }: { text: string; max: number | undefined }) {
  const countText = useCount();
  const n = [...text].length;
  if (max === undefined || n < max * 0.8) return null;
  return (
    <span className={n > max ? 'text-danger text-xs' : 'text-ink-faint text-xs'}>
      <span className="tabular-nums">{`${countText(n)} / ${countText(max)}`}</span>
    </span>
  );
}

/** A switch of the draft. */
export function BoundSwitch(props: { path: FieldPath; label: string; description?: string }) {
  const { path, label, description } = props;
  const field = useField<boolean>(path);
  return (
    <div {...field.props}>
      <SwitchRow
        label={label}
        {...(description === undefined ? {} : { description })}
        isOn={field.value}
        onChange={field.onChange}
      />
    </div>
  );
}

interface ChoiceProps<T extends string | number> {
  path: FieldPath;
  label: string;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
}

/** One of a few values of the draft. */
export function BoundChoice<T extends string | number>({ path, label, options }: ChoiceProps<T>) {
  const field = useField<T>(path);
  return (
    <div {...field.props} className="flex min-w-0 flex-col gap-1.5">
      <span className="text-ink-soft text-xs" aria-hidden>
        {label}
      </span>
      <Segments label={label} value={field.value} options={options} onChange={field.onChange} />
      {field.error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {field.error}
        </p>
      )}
    </div>
  );
}
