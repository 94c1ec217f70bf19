import { LayoutTemplate, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../api/generated/site-settings';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/states/empty-state';
import { useDraft } from '../draft/use-draft';
import { SortableList } from '../sortable/sortable-list';
import { AddSectionDialog } from './add-section-dialog';
import { SectionCard } from './section-card';
import type { SectionKind } from './section-kinds';
import { useSections } from './use-sections';

const MAX_SECTIONS = LIMITS.Homepage.sections.maxItems;

/** The list of the homepage's sections, each of which opens its fields. */
export function HomepageForm() {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft();
  const { sections, nameOf, add, move, setVisible, duplicate, remove } = useSections();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const setOpen = (id: string, isOpen: boolean) =>
    setOpened((before) => {
      const next = new Set(before);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  const handleAdd = (kind: SectionKind) => {
    setIsAdding(false);
    setOpen(add(kind), true);
    draft.want(`sections[${sections.length}].content.title`);
  };
  const handleDuplicate = (index: number) => {
    const id = duplicate(index);
    if (id === null) return;
    setOpen(id, true);
    draft.want(`sections[${index + 1}].content.title`);
  };
  const isFull = sections.length >= MAX_SECTIONS;
  const button = !draft.isReadOnly && (
    <Button variant="primary" disabled={isFull} onClick={() => setIsAdding(true)}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      <span>{t('homepage.add')}</span>
    </Button>
  );
  return (
    <div data-field="sections" className="flex flex-col gap-3">
      {sections.length === 0 ? (
        <EmptyState
          icon={LayoutTemplate}
          title={t('homepage.emptyTitle')}
          text={t('homepage.emptyText')}
          action={button}
        />
      ) : (
        <>
          <SortableList
            label={t('homepage.sections')}
            keys={sections.map(({ id }) => id)}
            nameOf={(index) => {
              const section = sections[index];
              return section === undefined ? '' : nameOf(section);
            }}
            onMove={move}
          >
            {(index, handle) => {
              const section = sections[index];
              return section === undefined ? null : (
                <SectionCard
                  section={section}
                  index={index}
                  name={nameOf(section)}
                  handle={handle}
                  isOpen={opened.has(section.id)}
                  isFull={isFull}
                  onOpen={(isOpen) => setOpen(section.id, isOpen)}
                  onVisible={(isVisible) => setVisible(index, isVisible)}
                  onDuplicate={() => handleDuplicate(index)}
                  onRemove={() => remove(index)}
                />
              );
            }}
          </SortableList>
          <div className="flex items-center justify-between gap-4">
            {button}
            <span className="text-ink-faint text-xs tabular-nums">
              {t('homepage.count', { count: sections.length, max: MAX_SECTIONS })}
            </span>
          </div>
        </>
      )}
      <AddSectionDialog isOpen={isAdding} onOpenChange={setIsAdding} onAdd={handleAdd} />
    </div>
  );
}
