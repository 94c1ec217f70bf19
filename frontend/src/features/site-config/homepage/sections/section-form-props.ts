import type { FieldPath } from '../../draft/path';

/** What the form of every kind of section takes. */
export interface SectionFormProps {
  /** Path of the section's content in the draft. */
  path: FieldPath;
}
