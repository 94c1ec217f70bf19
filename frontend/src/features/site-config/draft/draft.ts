import { ApiError } from '../../../api/api-error';
import { KeyedError } from '../../../lib/keyed-error';
import { Store } from '../../../lib/store';
import type { KeptDraft } from '../../../storage/kept-site-drafts';
import { type FieldLimits, type LimitedType, limitsAt } from '../check/field-limits';
import { type FieldPath, isWithin, withValueAt } from './path';
import { isSame } from './same';

/** What is wrong with a field: a key of `errors`, and its numbers. */
export interface Problem {
  key: string;
  parameters?: Readonly<Record<string, number>>;
}

export type Problems = Readonly<Record<FieldPath, Problem>>;

/** A value as the server has it. */
export interface Stored<T> {
  data: T;
  revision: number;
  updatedByNickname?: string | null | undefined;
}

/** How a draft reaches the server, and what the browser checks before. */
export interface DraftSource<T> {
  /** The type of the value, by which its fields find their limits. */
  type?: LimitedType;
  /** Fails with `site.changed` and the current value when the server has another revision. */
  save(value: T, revision: number): Promise<Stored<T>>;
  check?: (value: T) => Problems;
}

export interface DraftState<T> {
  value: T;
  /** As it was loaded or saved last. */
  saved: T;
  revision: number;
  isDirty: boolean;
  isSaving: boolean;
  /** Whether it was saved since it was opened. */
  wasSaved: boolean;
  canUndo: boolean;
  canRedo: boolean;
  errors: Problems;
  /** Why saving failed, unless fields or a conflict say it. */
  failure: unknown;
  /** What somebody else saved in the meantime. */
  conflict: Stored<T> | null;
  /** A field that is to be focused: what hides it opens. */
  wanted: FieldPath | null;
}

/** Steps that can be undone. */
const MAX_STEPS = 100;

/** The form of one tab: what is being typed, what is saved, what is wrong, and the steps back. */
export class Draft<T extends object> extends Store<DraftState<T>> {
  #past: T[] = [];
  #future: T[] = [];
  /** The field whose letters are one step. */
  #typing: FieldPath | null = null;
  #isChecked = false;
  readonly #source: DraftSource<T>;

  constructor(stored: Stored<T>, source: DraftSource<T>) {
    super({
      value: stored.data,
      saved: stored.data,
      revision: stored.revision,
      isDirty: false,
      isSaving: false,
      wasSaved: false,
      canUndo: false,
      canRedo: false,
      errors: {},
      failure: null,
      conflict: null,
      wanted: null,
    });
    this.#source = source;
  }

  /** The limits of the field at a path. */
  limitsAt = (path: FieldPath): FieldLimits => {
    const { type } = this.#source;
    return type === undefined ? {} : limitsAt(type, this.get().value, path);
  };

  /** Whoever may only look changes nothing. */
  isReadOnly = false;

  /** Changes one field. Letters typed into the same field are one step until {@link settle}. */
  setField = (path: FieldPath, value: unknown): void => {
    const isTyping = isText(value);
    const goesOn = isTyping && this.#typing === path;
    const errors = Object.entries(this.get().errors).filter(([at]) => !isWithin(at, path));
    this.#apply(withValueAt(this.get().value, path, value), Object.fromEntries(errors), !goesOn);
    this.#typing = isTyping ? path : null;
  };

  /** Changes anything, as one step: adds, removes or moves items of lists. */
  change = (next: (value: T) => T): void => {
    this.#typing = null;
    // Places in lists have changed, so what the server said of them may be said of others.
    this.#apply(next(this.get().value), {}, true);
  };

  /** The next letter is a step of its own: a field was left. */
  settle = (): void => {
    this.#typing = null;
  };

  undo = (): void => this.#step(this.#past, this.#future);
  redo = (): void => this.#step(this.#future, this.#past);

  /** Back to what is saved. */
  discard = (): void => {
    this.#past = [];
    this.#future = [];
    this.#isChecked = false;
    this.#show(this.get().saved, {});
    this.set({ failure: null, conflict: null });
  };

  /** Takes what the server has, unless something is being written here or an older value comes late. */
  load = (stored: Stored<T>): void => {
    const { isDirty, isSaving, revision } = this.get();
    if (isDirty || isSaving || stored.revision <= revision) return;
    this.#past = [];
    this.#future = [];
    this.set({ saved: stored.data, revision: stored.revision });
    this.#show(stored.data, {});
  };

  /** Takes what was written on an older day. What others have saved since is met as a conflict when it is saved. */
  restore = ({ value, saved, revision }: KeptDraft<T>): void => {
    this.#past = [];
    this.#future = [];
    this.set({ saved, revision });
    this.#show(value, {});
  };

  /** Saves. Resolves to whether it is saved; what is wrong stands in the state. */
  save = async (): Promise<boolean> => {
    const { value, revision, isSaving } = this.get();
    if (isSaving || this.isReadOnly) return false;
    this.settle();
    this.#isChecked = true;
    const errors = this.#check(value);
    this.set({ errors, failure: null });
    if (Object.keys(errors).length > 0) {
      this.wantFirstProblem();
      return false;
    }
    this.set({ isSaving: true });
    try {
      this.#keep(await this.#source.save(value, revision), value);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    } finally {
      this.set({ isSaving: false });
    }
  };

  /**
   * Answers a conflict with a value: what the others saved is now the ground, and `value` stands on it. No step leads
   * back behind it: an undo would take away what they have saved.
   */
  resolve = (value: T): void => {
    const { conflict } = this.get();
    if (conflict === null) return;
    this.#typing = null;
    this.#past = [];
    this.#future = [];
    this.set({ saved: conflict.data, revision: conflict.revision, conflict: null });
    this.#show(value, {});
  };

  /** Leaves a conflict as it is: the next save meets it again. */
  postpone = (): void => this.set({ conflict: null });

  /** Asks for the focus of a field; null when it has it. */
  want = (wanted: FieldPath | null): void => this.set({ wanted });

  /** Asks for the focus of the first field that is wrong, in the order of the form. */
  wantFirstProblem = (): void => {
    const [first] = Object.keys(this.get().errors);
    if (first !== undefined) this.want(first);
  };

  #apply(value: T, errors: Problems, isStep: boolean): void {
    if (this.isReadOnly) return;
    const { value: before } = this.get();
    if (isSame(before, value)) return;
    if (isStep) this.#past = [...this.#past, before].slice(-MAX_STEPS);
    this.#future = [];
    this.#show(value, errors);
  }

  #step(from: T[], to: T[]): void {
    const value = from.pop();
    if (value === undefined) return;
    to.push(this.get().value);
    this.#typing = null;
    this.#show(value, {});
  }

  #show(value: T, errors: Problems): void {
    this.set({
      value,
      isDirty: !isSame(value, this.get().saved),
      canUndo: this.#past.length > 0,
      canRedo: this.#future.length > 0,
      // Once somebody has tried to save, the browser says at once what is wrong or right again.
      errors: this.#isChecked ? { ...errors, ...this.#check(value) } : errors,
    });
  }

  #check(value: T): Problems {
    return this.#source.check?.(value) ?? {};
  }

  #keep(stored: Stored<T>, sent: T): void {
    const { value } = this.get();
    // What the server tidied is shown, unless somebody went on typing.
    const shown = isSame(value, sent) ? stored.data : value;
    this.#isChecked = false;
    this.set({ saved: stored.data, revision: stored.revision, wasSaved: true });
    this.#show(shown, {});
  }

  #fail(error: unknown): void {
    if (error instanceof ApiError && error.key === 'site.changed' && isStored<T>(error.current)) {
      this.set({ conflict: error.current });
      return;
    }
    const errors = problemsOf(error);
    this.set({ errors, failure: Object.keys(errors).length > 0 ? null : error });
    this.wantFirstProblem();
  }
}

/** What is written by letters: a text, or a list of lines. */
function isText(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    (Array.isArray(value) && value.every((line) => typeof line === 'string'))
  );
}

/** What the server says of fields. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof KeyedError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, key]) => [
      path,
      { key, parameters: error.parameters[path] ?? {} },
    ]),
  );
}

function isStored<T>(value: unknown): value is Stored<T> {
  return typeof value === 'object' && value !== null && 'data' in value && 'revision' in value;
}
