import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';

interface SwitchRowProps {
  label: string;
  /** What it does, below the label. */
  description?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch with its label on the left. */
export function SwitchRow({ label, description, isOn, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch brings its own input.
    <label className="flex min-h-8 cursor-pointer items-center justify-between gap-4 pointer-coarse:min-h-11">
      <span className="min-w-0">
        <span id={id} className="text-ink text-sm">
          {label}
        </span>
        {description !== undefined && (
          <span id={`${id}-description`} className="block max-w-[46em] text-ink-faint text-xs">
            {description}
          </span>
        )}
      </span>
      <Switch.Root
        checked={isOn}
        onCheckedChange={(next) => onChange(next)}
        aria-labelledby={id}
        {...(description === undefined ? {} : { 'aria-describedby': `${id}-description` })}
        className="relative h-5 w-9 shrink-0 cursor-pointer rounded-full bg-control-line p-0.5 transition-colors duration-150 data-checked:bg-accent forced-colors:border forced-colors:bg-[Canvas] forced-colors:p-px"
      >
        <Switch.Thumb className="block size-4 rounded-full bg-white transition-transform duration-150 data-checked:translate-x-4 forced-colors:bg-[CanvasText] forced-colors:data-checked:bg-[HighlightText]!" />
      </Switch.Root>
    </label>
  );
}
