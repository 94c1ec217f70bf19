import { frontMatterEnd } from '../../../lib/text/front-matter';
import { textChange } from '../../../lib/text/text-change';
import type { Edit, Selected } from '../source-editor';

/**
 * What an edit of the article is made at: the selection without what it holds of the front matter, or else the first
 * line behind it. Where there is no such line, the text gets one.
 */
export function placeInBody(selected: Selected): Selected {
  const { text, start, end } = selected;
  const front = frontMatterEnd(text);
  if (front === null || start > front) return selected;
  const from = front + 1;
  return {
    text: front === text.length ? `${text}\n` : text,
    start: from,
    end: Math.max(from, end),
  };
}

/** Makes an edit of the article, never of its front matter: see {@link placeInBody}. */
export function inBody(
  selected: Selected,
  editOf: (selected: Selected) => Edit | null,
): Edit | null {
  const place = placeInBody(selected);
  const edit = editOf(place);
  if (edit === null || place.text === selected.text) return edit;
  const next = place.text.slice(0, edit.from) + edit.insert + place.text.slice(edit.to);
  return { ...edit, ...textChange(selected.text, next) };
}
