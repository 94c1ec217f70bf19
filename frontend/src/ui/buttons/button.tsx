import { Button as BaseButton } from '@base-ui/react/button';
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names';

export const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium select-none transition-colors duration-100 disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'forced-color-adjust-none bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-pressed focus-visible:outline-offset-2',
        secondary:
          'border border-line-strong bg-surface text-ink hover:bg-hover active:bg-pressed data-pressed:bg-hover dark:border-control-line',
        ghost:
          'text-ink-soft hover:bg-hover hover:text-ink active:bg-pressed aria-pressed:bg-accent-soft aria-pressed:text-accent-text aria-expanded:bg-hover data-popup-open:bg-hover data-popup-open:text-ink',
        danger: 'bg-danger text-surface hover:opacity-90 forced-colors:border',
      },
      size: {
        sm: 'h-7 px-2 text-sm pointer-coarse:h-11',
        md: 'h-8 px-3 text-sm pointer-coarse:h-11',
        lg: 'h-10 px-4 text-base pointer-coarse:h-11',
        icon: 'size-8 pointer-coarse:size-11',
        iconSm: 'size-7 pointer-coarse:size-11',
        iconLg: 'size-10 pointer-coarse:size-11',
      },
    },
    defaultVariants: { variant: 'ghost', size: 'md' },
  },
);

type ButtonProps = ComponentProps<typeof BaseButton> & VariantProps<typeof buttonStyle>;

/** A button in one of four variants. */
export function Button({ variant, size, className, ...props }: ButtonProps) {
  return (
    <BaseButton
      {...props}
      className={classNames(
        buttonStyle({ variant, size }),
        typeof className === 'string' && className,
      )}
    />
  );
}
