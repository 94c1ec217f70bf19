import { NEW_SECTIONS } from '../../../api/generated/site-settings';
import type { Section, SiteLanguage } from '../../../api/site-settings';
import { newId } from '../../../lib/new-id';
import type { SectionKind } from './section-kinds';

/** A section as it is added: shown, and good without a change wherever that is possible. Its words are the server's. */
export function newSection(kind: SectionKind, language: SiteLanguage): Section {
  const content = structuredClone(NEW_SECTIONS[language][kind]);
  return { id: newId(), isVisible: true, content };
}

/** A copy of a section with an id of its own. */
export function copyOf(section: Section): Section {
  return { ...structuredClone(section), id: newId() };
}
