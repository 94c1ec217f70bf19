import type { SectionContent } from '../../../api/site-settings';

/** What a section is. Source: specification §3, Homepage sections. */
export type SectionKind = SectionContent['kind'];

/** The content of a section of one kind. */
export type ContentOf<K extends SectionKind> = Extract<SectionContent, { kind: K }>;

/** The words by which a section is known: its title, or empty when it has none. */
export function titleOf(content: SectionContent): string {
  return content.title;
}
