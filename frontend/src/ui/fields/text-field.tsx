import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '../../lib/class-names';

const everySize =
  'w-full min-w-0 rounded-md border bg-surface text-ink placeholder:text-ink-faint focus-visible:outline-offset-[-1px] aria-invalid:border-danger disabled:opacity-60 pointer-coarse:h-11 pointer-coarse:text-lg';
/** Classes of a text field in a form. */
export const fieldStyle = `${everySize} h-10 border-control-line px-3 text-base hover:border-ink-faint`;
/** Classes of a small text field in a panel or dialog. */
export const inputStyle = `${everySize} h-8 border-line-strong px-2.5 text-sm`;

interface FormFieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  label: string;
  /** Error message, read out when it appears. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Small in panels and tools. */
  size?: 'sm' | 'md';
  /** Stands at the end of the line, such as a button. */
  end?: ReactNode;
  /** Stands at the end of the label, such as a link. */
  aside?: ReactNode;
}

/** A text field with its label and a hint or an error. */
export function FormField({
  label,
  error,
  hint,
  size = 'md',
  end,
  aside,
  className,
  ...input
}: FormFieldProps) {
  const id = useId();
  const note = error ?? hint;
  const isSmall = size === 'sm';
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label
          htmlFor={id}
          className={isSmall ? 'text-ink-soft text-xs' : 'font-medium text-ink text-sm'}
        >
          {label}
        </label>
        {aside}
      </div>
      <div className="relative flex gap-2">
        <input
          {...input}
          id={id}
          aria-invalid={input['aria-invalid'] ?? error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className={isSmall ? inputStyle : fieldStyle}
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

/** A password field with a button to show the password. */
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
          className="absolute top-0 right-0 grid h-full w-10 pointer-coarse:w-11 place-items-center rounded-md text-ink-faint hover:text-ink"
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  );
}

interface TextFieldProps extends Omit<FormFieldProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** A small controlled text field. */
export function TextField({ onChange, ...props }: TextFieldProps) {
  return <FormField size="sm" {...props} onChange={(event) => onChange(event.target.value)} />;
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** Error message, read out when it appears. */
  error?: string | undefined;
  /** Stands at the end of the label. */
  aside?: ReactNode;
  isLabelHidden?: boolean;
};

/** A multi-line text field with its label. */
export function TextArea({
  label,
  value,
  onChange,
  hint,
  error,
  aside,
  isLabelHidden = false,
  className,
  ...rest
}: TextAreaProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <div className={isLabelHidden ? 'contents' : 'flex items-baseline justify-between gap-4'}>
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-ink-soft text-xs'}>
          {label}
        </label>
        {aside}
      </div>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== undefined}
        {...(note === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          inputStyle,
          'scroll-thin h-auto resize-y py-2 leading-5 pointer-coarse:h-auto',
          className,
        )}
      />
      {note !== undefined && (
        <p
          id={`${id}-hint`}
          role={error === undefined ? undefined : 'alert'}
          className={classNames('text-xs', error === undefined ? 'text-ink-faint' : 'text-danger')}
        >
          {note}
        </p>
      )}
    </div>
  );
}
