import type { Problem, Problems } from '../draft/draft';
import { type FieldPath, fieldPath } from '../draft/path';

/** Collects what is wrong with the fields of a tab, with the keys of the server. */
export class FoundProblems {
  readonly #problems = new Map<FieldPath, Problem>();

  /** Notes a problem. The first one of a field stays. */
  add(path: FieldPath, key: string, parameters: Readonly<Record<string, number>> = {}): void {
    if (!this.#problems.has(path)) this.#problems.set(path, { key, parameters });
  }

  /** By path, in the order of the fields of a value. */
  inOrderOf(value: unknown): Problems {
    if (this.#problems.size < 2) return Object.fromEntries(this.#problems);
    const places = new Map(pathsOf(value, '').map((path, place) => [path, place]));
    const placeOf = (path: FieldPath) => places.get(path) ?? places.size;
    return Object.fromEntries(
      [...this.#problems].sort(([one], [other]) => placeOf(one) - placeOf(other)),
    );
  }
}

/** The paths of a value and of all that is in it, in their order. */
function pathsOf(value: unknown, path: FieldPath): FieldPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const within = Array.isArray(value)
    ? value.flatMap((item, index) => pathsOf(item, `${path}[${index}]`))
    : Object.entries(value).flatMap(([name, field]) => pathsOf(field, fieldPath(path, name)));
  return [path, ...within];
}
