import { LIMITS } from '../../../api/generated/site-settings';
import { type FieldPath, stepsOf } from '../draft/path';

/** A type of which limits are known. */
export type LimitedType = keyof typeof LIMITS;

/** What a field may hold, in the words of JSON Schema: characters, numbers, items. */
export interface FieldLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Field;
  /** Fields of each item that are not empty. */
  readonly required?: readonly string[];
}

/** The limits of a field, or the name of its type. */
export type Field = string | FieldLimits;

type TypeLimits = Readonly<Record<string, Field | Readonly<Record<string, string>>>>;

const TYPES: Readonly<Record<string, TypeLimits>> = LIMITS;

/** The limits of the fields of a value of a type. Sections have those of their kind. */
export function fieldsOf(type: string, value: unknown): Readonly<Record<string, Field>> {
  const fields = TYPES[type] ?? {};
  const { oneOf } = fields;
  if (typeof oneOf !== 'object') return fields as Readonly<Record<string, Field>>;
  const { kind } = value as { kind: string };
  return fieldsOf((oneOf as Readonly<Record<string, string>>)[kind] ?? '', value);
}

/** The limits of the field at a path; none where there are none. */
export function limitsAt(type: LimitedType, value: unknown, path: FieldPath): FieldLimits {
  let field: Field | undefined = type;
  let at = value;
  for (const step of stepsOf(path)) {
    if (typeof step === 'number') field = typeof field === 'object' ? field.items : undefined;
    else field = typeof field === 'string' ? fieldsOf(field, at)[step] : undefined;
    at = (at as Record<string | number, unknown> | null | undefined)?.[step];
  }
  return typeof field === 'object' ? field : {};
}

/** The whole numbers that a field takes. */
export function numbersOf({ minimum = 0, maximum = 0 }: FieldLimits): number[] {
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}
