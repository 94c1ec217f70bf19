export type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields that hold what somebody has written; what is searched for is found again. */
export const FIELDS =
  ':is(input:not([type=search], [type=checkbox], [type=radio], [type=range], [type=color], [type=file], [role=combobox]), textarea)';

/** Remembers fields as they were before anything was typed. */
export class TypedFields {
  readonly #firstTexts = new Map<Field, string>();
  /** Whether one that was left out since held something else than at first. */
  #hasLeftOut = false;

  /** An element gets the focus. */
  note(target: Element): void {
    if (!isField(target) || this.#firstTexts.has(target)) return;
    for (const [field, text] of this.#firstTexts) {
      if (field.isConnected) continue;
      this.#hasLeftOut ||= field.value !== text;
      this.#firstTexts.delete(field);
    }
    this.#firstTexts.set(target, target.value);
  }

  /** Whether something was typed; also into a field that stands there no more, since another tab or kind was chosen. */
  hasTyped(): boolean {
    return this.#hasLeftOut || [...this.#firstTexts].some(([field, text]) => field.value !== text);
  }

  /** Begins anew. */
  forget(): void {
    this.#firstTexts.clear();
    this.#hasLeftOut = false;
  }

  /** Those that stand in the page and hold something else than at first. */
  changed(): Field[] {
    return [...this.#firstTexts].flatMap(([field, text]) =>
      field.isConnected && field.value !== text ? [field] : [],
    );
  }
}

function isField(target: Element): target is Field {
  return target.matches(FIELDS);
}
