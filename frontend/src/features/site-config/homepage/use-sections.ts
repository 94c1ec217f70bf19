import { useTranslation } from 'react-i18next';
import type { Homepage, Section } from '../../../api/site-settings';
import { moveItem } from '../../../lib/collections/move-item';
import { offerUndo } from '../draft/offer-undo';
import { useDraft, useField } from '../draft/use-draft';
import { useSiteLanguage } from '../site/use-site-language';
import { copyOf, newSection } from './new-section';
import { type SectionKind, titleOf } from './section-kinds';

/** What can be done with the sections of the homepage. Each is one step that can be undone. */
export function useSections() {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<Homepage>();
  const { value: sections } = useField<Section[]>('sections');
  const language = useSiteLanguage();
  const change = (next: (sections: readonly Section[]) => readonly Section[]) =>
    draft.change((homepage) => ({ ...homepage, sections: [...next(homepage.sections)] }));

  const nameOf = ({ content }: Section) =>
    titleOf(content).trim() || t(`homepage.kinds.${content.kind}.name`);

  return {
    sections,
    nameOf,
    /** Adds a section at the end. Returns its id. */
    add(kind: SectionKind): string {
      const section = newSection(kind, language);
      change((list) => [...list, section]);
      return section.id;
    },
    move: (from: number, to: number) => change((list) => moveItem(list, from, to)),
    setVisible: (index: number, isVisible: boolean) =>
      draft.setField(`sections[${index}].isVisible`, isVisible),
    /** Puts a copy below the section. Returns the copy's id. */
    duplicate(index: number): string | null {
      const section = sections[index];
      if (section === undefined) return null;
      const copy = copyOf(section);
      change((list) => list.toSpliced(index + 1, 0, copy));
      return copy.id;
    },
    remove(index: number): void {
      const section = sections[index];
      if (section === undefined) return;
      change((list) => list.filter(({ id }) => id !== section.id));
      offerUndo(draft, t('list.removed', { name: nameOf(section) }), t('list.undo'));
    },
  };
}
