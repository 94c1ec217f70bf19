import { Menu as Base } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import { type ReactElement, type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import { focusAfter } from '../focus-heir';

export const menuStyle =
  'popup-motion scroll-thin more-below max-h-(--available-height) min-w-44 max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-popup outline-none';

interface MenuProps {
  /** The element that opens it. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  /** It cannot be opened. */
  isDisabled?: boolean;
  /** Given by one that must open it by other means than the trigger. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** What gets the focus when it closes: the trigger by default, nothing when false. */
  finalFocus?: () => HTMLElement | false | null;
  children: ReactNode;
}

/** A dropdown menu. */
export function Menu(props: MenuProps) {
  const { trigger, align = 'end', isDisabled, isOpen, onOpenChange, finalFocus, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      modal={false}
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next) => onOpenChange(next) })}
    >
      <Base.Trigger render={trigger} disabled={isDisabled ?? false} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50 outline-none">
          <Base.Popup
            ref={popup}
            finalFocus={finalFocus ?? (() => focusAfter(popup.current))}
            className={menuStyle}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemStyle =
  'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1 text-ink outline-none select-none data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-11';

interface MenuItemProps {
  icon?: LucideIcon;
  /** Shortcut shown at the end of the line. */
  keys?: string | undefined;
  isDisabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, keys, isDisabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item className={itemStyle} disabled={isDisabled ?? false} onClick={onSelect}>
      {Icon !== undefined && (
        <Icon size={16} strokeWidth={1.75} className="text-ink-faint" aria-hidden />
      )}
      <span className="contents">{children}</span>
      {keys !== undefined && (
        <kbd
          aria-hidden
          className="ml-auto pl-6 font-sans text-ink-faint text-xs pointer-coarse:hidden"
        >
          {keys}
        </kbd>
      )}
    </Base.Item>
  );
}

/** A menu item that is a link. */
export function MenuLink({
  icon: Icon,
  to,
  children,
}: {
  icon?: LucideIcon;
  to: string;
  children: ReactNode;
}) {
  return (
    <Base.Item className={itemStyle} render={<Link to={to} />}>
      {Icon !== undefined && (
        <Icon size={16} strokeWidth={1.75} className="text-ink-faint" aria-hidden />
      )}
      <span className="contents">{children}</span>
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-2 my-1 h-px bg-line" />;
}

interface MenuChoicesProps<T extends string> {
  label: string;
  value: T;
  options: readonly MenuChoice<T>[];
  onChange: (value: T) => void;
}

/** One of them. `mark` gets the ID of the words that describe the choice. */
interface MenuChoice<T extends string> {
  value: T;
  label: string;
  mark?: (id: string) => ReactNode;
}

/** A radio group in a menu. */
export function MenuChoices<T extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoicesProps<T>) {
  const id = useId();
  return (
    <Base.RadioGroup value={value} onValueChange={(next: T) => onChange(next)} aria-label={label}>
      {options.map((option) => (
        <Base.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className={`${itemStyle} justify-between gap-6`}
          {...(option.mark && {
            'aria-label': option.label,
            'aria-describedby': `${id}-${option.value}`,
          })}
        >
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate">{option.label}</span>
            {option.mark?.(`${id}-${option.value}`)}
          </span>
          <Base.RadioItemIndicator>
            <Check size={16} strokeWidth={2} className="text-accent-text" aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** A group label in a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-2 pb-1 text-ink-faint text-xs">{children}</div>;
}
