import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { FieldPath } from '../../draft/path';

/** What the form of every kind of section takes. */
export interface SectionFormProps {
  /** Path of the section's content in the draft. */
  path: FieldPath;
}

/** What the console has for a kind of section. Its words stand below `homepage.kinds`, what a new one holds is the server's. */
export interface SectionEntry {
  icon: LucideIcon;
  Form: ComponentType<SectionFormProps>;
  /** Shapes of an SVG of 88 × 56. */
  drawing: ReactNode;
}
