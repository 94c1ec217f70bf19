import type { Link, SiteImage } from '../../../api/site-settings';
import {
  IMAGE_ALT_MAX_CHARS,
  LINK_TEXT_MAX_CHARS,
  LINK_URL_MAX_CHARS,
} from '../../../config/site-limits';
import { isImageAddress, isSiteAddress } from '../../../lib/addresses/site-address';
import type { Problem, Problems } from '../draft/draft';
import type { FieldPath } from '../draft/path';

/** Control characters; a tab and a line break are text in fields of several lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

interface TextRule {
  max: number;
  isRequired?: boolean;
  hasLines?: boolean;
}

/** Collects what is wrong with the fields of a tab, with the keys of the server. */
export class FieldChecks {
  readonly #problems: Record<FieldPath, Problem> = {};

  /** By path, in the order of the checks. */
  get problems(): Problems {
    return this.#problems;
  }

  add(path: FieldPath, key: string, parameters: Readonly<Record<string, number>> = {}): void {
    this.#problems[path] ??= { key, parameters };
  }

  text(path: FieldPath, value: string, { max, isRequired, hasLines }: TextRule): void {
    if ((hasLines ? CONTROL_IN_LINES : CONTROL).test(value))
      this.add(path, 'field.controlCharacter');
    if (isRequired && value.trim() === '') this.add(path, 'field.required');
    if ([...value].length > max) this.add(path, 'field.tooLong', { max });
  }

  /** A link that may be missing, unless it is one of a list: its text and its address stand or fall together. */
  link(path: FieldPath, { text, url }: Link, isRequired = false): void {
    this.text(`${path}.text`, text, { max: LINK_TEXT_MAX_CHARS, isRequired });
    this.address(`${path}.url`, url, isRequired || text.trim() !== '');
  }

  address(path: FieldPath, url: string, isRequired = false): void {
    if (url === '') {
      if (isRequired) this.add(path, 'field.required');
    } else if ([...url].length > LINK_URL_MAX_CHARS) {
      this.add(path, 'field.tooLong', { max: LINK_URL_MAX_CHARS });
    } else if (!isSiteAddress(url)) {
      this.add(path, 'url.invalid');
    }
  }

  image(path: FieldPath, image: SiteImage | null | undefined, isAltRequired = false): void {
    if (image === null || image === undefined) return;
    if ([...image.url].length > LINK_URL_MAX_CHARS) {
      this.add(`${path}.url`, 'field.tooLong', { max: LINK_URL_MAX_CHARS });
    } else if (image.url !== '' && !isImageAddress(image.url)) {
      this.add(`${path}.url`, 'image.address');
    }
    const isRequired = isAltRequired && image.url !== '';
    this.text(`${path}.alt`, image.alt, { max: IMAGE_ALT_MAX_CHARS, isRequired });
  }

  /** The items of a list, and that there are not too many. */
  list<T>(
    path: FieldPath,
    items: readonly T[],
    max: number,
    check: (path: FieldPath, item: T) => void,
  ): void {
    if (items.length > max) this.add(path, 'field.tooMany', { max });
    items.forEach((item, index) => {
      check(`${path}[${index}]`, item);
    });
  }

  range(path: FieldPath, value: number, min: number, max: number): void {
    if (!Number.isInteger(value) || value < min || value > max) {
      this.add(path, 'field.outOfRange', { min, max });
    }
  }
}
