import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '../lib/class-names';

/** Look of everything that takes a line of text. */
export const fieldStyle =
  'h-10 w-full min-w-0 rounded-md border border-control-line bg-surface px-3 text-base text-ink placeholder:text-ink-faint hover:border-ink-faint focus-visible:outline-offset-[-1px] aria-invalid:border-danger disabled:opacity-60 pointer-coarse:h-11 pointer-coarse:text-[16px]';

interface FormFieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong; read out when it appears. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Stands at the end of the line, such as a button. */
  end?: ReactNode;
  /** Stands at the end of the label, such as a link. */
  aside?: ReactNode;
}

/** A line of text with its label, a hint or what is wrong with it. */
export function FormField({ label, error, hint, end, aside, className, ...input }: FormFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-ink text-sm">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative flex gap-2">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className={fieldStyle}
        />
        {end}
      </div>
      <p
        id={`${id}-note`}
        role={error === undefined ? undefined : 'alert'}
        className={classNames(
          'mt-1 text-xs',
          error === undefined ? 'text-ink-faint' : 'text-danger',
          note === undefined && 'hidden',
        )}
      >
        {note}
      </p>
    </div>
  );
}

interface PasswordFieldProps extends Omit<FormFieldProps, 'type' | 'end'> {
  showLabel: string;
  hideLabel: string;
}

/** A password, which can be made visible. */
export function PasswordField({ showLabel, hideLabel, ...props }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <FormField
      {...props}
      type={isVisible ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={isVisible ? hideLabel : showLabel}
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
          className="absolute top-0 right-0 grid h-full w-10 place-items-center rounded-md text-ink-faint hover:text-ink"
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  );
}
