import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from '../lib/class-names';

/** One press of an arrow key, in CSS pixels. */
const STEP_PX = 16;

interface ResizeHandleProps {
  label: string;
  /** What the handle sets, in a unit of the caller's. */
  value: number;
  min: number;
  max: number;
  /** A double click sets it. */
  initial: number;
  /** The value that is seen, where the panes have limits of their own; `value` without it. */
  measure?: () => number;
  /** By how much the value grows when the handle moves one CSS pixel to the right. */
  perPixel: () => number;
  /** `next` lies between `min` and `max`. */
  onChange: (next: number) => void;
  className?: string;
}

/** The edge between two panes. Mouse, finger and arrow keys move it, Home and End go to its ends. */
export function ResizeHandle(props: ResizeHandleProps) {
  const { value, min, max, perPixel, measure = () => value } = props;
  const from = useRef<{ x: number; value: number } | null>(null);
  const change = (next: number) => {
    const limited = Math.min(max, Math.max(min, next));
    if (limited !== value) props.onChange(limited);
  };
  const handleKey = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isForward = perPixel() > 0;
    const end = { Home: isForward ? min : max, End: isForward ? max : min }[event.key];
    if (steps === undefined && end === undefined) return;
    event.preventDefault();
    change(end ?? measure() + (steps ?? 0) * STEP_PX * perPixel());
  };
  const handleMove = (event: PointerEvent) => {
    if (from.current === null) return;
    change(from.current.value + (event.clientX - from.current.x) * perPixel());
  };
  const release = () => {
    from.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={props.label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classNames(
        'z-10 w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1 before:w-2 hover:bg-accent-text focus-visible:bg-accent-text focus-visible:outline-offset-0 pointer-coarse:before:-left-3 pointer-coarse:before:w-6',
        props.className,
      )}
      onKeyDown={handleKey}
      onDoubleClick={() => change(props.initial)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, value: measure() };
      }}
      onPointerMove={handleMove}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}
