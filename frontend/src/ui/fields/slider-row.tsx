import { Slider } from '@base-ui/react/slider';
import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '../buttons/icon-button';

interface SliderRowProps {
  label: string;
  /** The formatted value, shown beside the label. */
  text: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** Resets the value; absent while it is the default. */
  onReset?: (() => void) | undefined;
  resetLabel: string;
}

/** A slider with its label. */
export function SliderRow(props: SliderRowProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex h-6 items-center justify-between gap-2">
        <span id={id} className="text-ink-soft text-xs">
          {props.label}
        </span>
        <span className="flex items-center gap-1 text-ink-faint text-xs tabular-nums">
          <span>{props.text}</span>
          {props.onReset !== undefined && (
            <IconButton
              icon={RotateCcw}
              size="iconSm"
              label={props.resetLabel}
              onClick={props.onReset}
            />
          )}
        </span>
      </div>
      <Slider.Root
        value={props.value}
        min={props.min}
        max={props.max}
        step={props.step}
        onValueChange={(value) => props.onChange(value as number)}
        aria-labelledby={id}
      >
        <Slider.Control className="flex h-5 w-full touch-none items-center select-none pointer-coarse:h-11">
          <Slider.Track className="h-1 w-full rounded-full bg-pressed forced-colors:bg-[GrayText]">
            <Slider.Indicator className="rounded-full bg-accent" />
            <Slider.Thumb
              aria-labelledby={id}
              className="size-4 rounded-full border-2 border-accent bg-white shadow-[0_1px_2px_hsl(var(--shadow-color)/.24)] has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2"
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  );
}
