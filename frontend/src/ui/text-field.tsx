import { type ComponentProps, useId } from 'react';
import { classNames } from '../lib/class-names';

export const inputStyle =
  'h-8 w-full rounded-md border border-line-strong bg-surface px-2.5 text-ink text-sm outline-offset-[-1px] placeholder:text-ink-faint disabled:opacity-50 pointer-coarse:h-11 pointer-coarse:text-lg';

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Why the value is not accepted. */
  problem?: string | undefined;
};

/** A line of text under its label. */
export function TextField({
  label,
  value,
  onChange,
  problem,
  className,
  ...props
}: TextFieldProps) {
  const id = useId();
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-ink-soft text-xs">
        {label}
      </label>
      <input
        {...props}
        id={id}
        value={value}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(inputStyle, problem !== undefined && 'border-danger')}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-danger text-xs">
          {problem}
        </p>
      )}
    </div>
  );
}
