import type { Slide } from '../../../api/site-settings';

/** Whether visitors see a slide at a moment, or why not. */
export type SlideState = 'shown' | 'hidden' | 'waiting' | 'over';

/** `now`: milliseconds since 1970. */
export function slideState({ isVisible, startsAt, endsAt }: Slide, now: number): SlideState {
  if (!isVisible) return 'hidden';
  if (startsAt && Date.parse(startsAt) > now) return 'waiting';
  if (endsAt && Date.parse(endsAt) <= now) return 'over';
  return 'shown';
}

/** The local time of a moment as a field of a form has it: `2026-11-22T08:30`; empty for none. */
export function toLocalTime(moment: string | null | undefined): string {
  if (!moment) return '';
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment of a local time; null while there is none. */
export function ofLocalTime(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
