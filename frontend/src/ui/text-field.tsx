import { Field } from '@base-ui/react/field';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../lib/class-names';

export const inputStyle =
  'h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-ink text-sm outline-none placeholder:text-ink-faint focus-visible:border-accent-text focus-visible:outline-2 focus-visible:outline-accent-text focus-visible:outline-offset-[-1px] data-invalid:border-danger pointer-coarse:h-11 pointer-coarse:text-lg';

type TextFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** Says what is wrong with the value. */
  error?: string | undefined;
};

/** One line of text under its label. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field.Root
      invalid={error !== undefined}
      className={classNames('flex flex-col gap-1.5', className)}
    >
      <Field.Label className="text-ink-soft text-xs">{label}</Field.Label>
      <Field.Control
        {...rest}
        render={<input />}
        value={value}
        onValueChange={(next) => onChange(next)}
        className={inputStyle}
      />
      {hint !== undefined && (
        <Field.Description className="text-ink-faint text-xs">{hint}</Field.Description>
      )}
      {error !== undefined && (
        <Field.Error match className="text-danger text-xs">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  isLabelHidden?: boolean;
};

/** Several lines of text under their label. */
export function TextArea({
  label,
  value,
  onChange,
  hint,
  isLabelHidden = false,
  className,
  ...rest
}: TextAreaProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-ink-soft text-xs'}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          inputStyle,
          'scroll-thin h-auto resize-y py-2 leading-5 pointer-coarse:h-auto',
          className,
        )}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-ink-faint text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
