/** The path of a field, as the server writes it: `sections[3].content.items[0].question`. */
export type FieldPath = string;

type Step = string | number;

/** The steps of a path: names of fields and places in lists, from 0. */
export function stepsOf(path: FieldPath): Step[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, place]) =>
    place === undefined ? name : Number(place),
  );
}

/** The path of a field of what is at a path. */
export function fieldPath(parent: FieldPath, name: string): FieldPath {
  return parent === '' ? name : `${parent}.${name}`;
}

/** The value at a path; nothing where it leads nowhere. */
export function valueAt(root: unknown, path: FieldPath): unknown {
  return stepsOf(path).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Record<Step, unknown>)[step]
        : undefined,
    root,
  );
}

/** The same with another value at a path. What lies beside the path stays the same object. */
export function withValueAt<T>(root: T, path: FieldPath, value: unknown): T {
  return replaced(root, stepsOf(path), value) as T;
}

function replaced(root: unknown, [step, ...rest]: Step[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(root)) {
    return root.map((item, at) => (at === step ? replaced(item, rest, value) : item));
  }
  const object = (root ?? {}) as Record<Step, unknown>;
  return { ...object, [step]: replaced(object[step], rest, value) };
}

/** Whether a path is `parent` or lies within it. */
export function isWithin(path: FieldPath, parent: FieldPath): boolean {
  return (
    parent === '' ||
    path === parent ||
    path.startsWith(`${parent}.`) ||
    path.startsWith(`${parent}[`)
  );
}
