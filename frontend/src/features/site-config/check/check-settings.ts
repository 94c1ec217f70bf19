import { isImageAddress, isSiteAddress } from '../../../lib/addresses/site-address';
import type { Problems } from '../draft/draft';
import { type FieldPath, fieldPath } from '../draft/path';
import { type Field, type FieldLimits, fieldsOf, type LimitedType } from './field-limits';
import { FoundProblems } from './found-problems';

/** Control characters; a tab and a line break are text in fields of several lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Rules that no limit of a field says, such as those of several fields. */
export type Rules<T> = (found: FoundProblems, value: T) => void;

/** What is wrong with a value of a type: by the limits that the server tells of its fields, and by rules beside them. */
export function checkSettings<T extends object>(
  type: LimitedType,
  value: T,
  rules?: Rules<T>,
): Problems {
  const found = new FoundProblems();
  checkField(found, '', type, value);
  rules?.(found, value);
  return found.inOrderOf(value);
}

function checkField(found: FoundProblems, path: FieldPath, field: Field, value: unknown): void {
  if (value === null || value === undefined) return;
  if (typeof field === 'string') {
    const fields = value as Record<string, unknown>;
    for (const [name, limits] of Object.entries(fieldsOf(field, value))) {
      checkField(found, fieldPath(path, name), limits, fields[name]);
    }
    if (field === 'Link' && fields.url === '' && String(fields.text).trim() !== '') {
      found.add(`${path}.url`, 'field.required');
    }
  } else if (Array.isArray(value)) {
    checkItems(found, path, field, value);
  } else if (typeof value === 'number') {
    checkNumber(found, path, field, value);
  } else {
    checkText(found, path, field, String(value));
  }
}

function checkItems(
  found: FoundProblems,
  path: FieldPath,
  { maxItems = Number.POSITIVE_INFINITY, items, required = [] }: FieldLimits,
  values: readonly unknown[],
): void {
  if (values.length > maxItems) found.add(path, 'field.tooMany', { max: maxItems });
  for (const [index, value] of values.entries()) {
    const at = `${path}[${index}]`;
    for (const name of required) {
      const text = (value as Record<string, string>)[name] ?? '';
      if (text.trim() === '') found.add(`${at}.${name}`, 'field.required');
    }
    if (items !== undefined) checkField(found, at, items, value);
  }
}

function checkNumber(
  found: FoundProblems,
  path: FieldPath,
  { minimum: min = 0, maximum: max = Number.POSITIVE_INFINITY }: FieldLimits,
  value: number,
): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    found.add(path, 'field.outOfRange', { min, max });
  }
}

function checkText(
  found: FoundProblems,
  path: FieldPath,
  { minLength = 0, maxLength: max, format, pattern }: FieldLimits,
  text: string,
): void {
  const isPlain = format === undefined || format === 'several-lines';
  const control = format === undefined ? CONTROL : CONTROL_IN_LINES;
  if (minLength > 0 && text.trim() === '') found.add(path, 'field.required');
  else if (isPlain && control.test(text)) found.add(path, 'field.controlCharacter');
  else if (max !== undefined && [...text].length > max) found.add(path, 'field.tooLong', { max });
  else if (format === 'link' || format === 'image') checkAddress(found, path, format, text);
  else if (format === 'date' && text !== '' && !isDay(text)) found.add(path, 'date.invalid');
  else if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
    found.add(path, `${format}.invalid`);
  }
}

function checkAddress(
  found: FoundProblems,
  path: FieldPath,
  format: 'link' | 'image',
  url: string,
): void {
  if (format === 'image' && !isImageAddress(url)) found.add(path, 'image.address');
  if (format === 'link' && url !== '' && !isSiteAddress(url)) found.add(path, 'url.invalid');
}

/** Whether it is a day such as `2026-11-22`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
