import { textChange } from '../../../lib/text/text-change';

/** A part of a text that is found again after the text has changed. Offsets in UTF-16 units. */
export class TextPlace {
  start: number;
  end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }

  /** The text has changed. What is written in the place, or right behind it, is behind it from then on. */
  follow(before: string, after: string): void {
    const change = textChange(before, after);
    if (change === null) return;
    const { from, to, insert } = change;
    const shift = insert.length - (to - from);
    if (from >= this.end) return;
    if (to <= this.start) {
      this.start += shift;
      this.end += shift;
      return;
    }
    this.start = Math.min(this.start, from);
    this.end = this.start;
  }
}
