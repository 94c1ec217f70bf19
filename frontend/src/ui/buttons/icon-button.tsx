import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Tooltip } from '../menus/tooltip';
import { Button } from './button';

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  icon: LucideIcon;
  label: string;
  keys?: string | undefined;
};

/** An icon button. Its label is read out and shown as a tooltip. */
export function IconButton({ icon: Icon, label, keys, size = 'icon', ...props }: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys}>
      <Button {...props} size={size} aria-label={label}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </Button>
    </Tooltip>
  );
}
