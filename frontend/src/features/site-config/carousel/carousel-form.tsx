import { Images, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../api/generated/site-settings';
import type { Carousel, Slide } from '../../../api/site-settings';
import { moveItem } from '../../../lib/collections/move-item';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/states/empty-state';
import { offerUndo } from '../draft/offer-undo';
import { useDraft, useField } from '../draft/use-draft';
import { BoundSwitch } from '../fields/bound-fields';
import { SortableList } from '../sortable/sortable-list';
import { newSlide } from './new-slide';
import { SlideCard } from './slide-card';

const MAX_SLIDES = LIMITS.Carousel.slides.maxItems;

/** The list of slides, each of which opens its fields. */
export function CarouselForm() {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<Carousel>();
  const { value: slides, error } = useField<Slide[]>('slides');
  const [opened, setOpened] = useState<string | null>(null);
  const change = (next: (slides: readonly Slide[]) => readonly Slide[]) =>
    draft.change((carousel) => ({ ...carousel, slides: [...next(carousel.slides)] }));
  const nameOf = (index: number) =>
    slides[index]?.title.trim() ||
    slides[index]?.image.alt.trim() ||
    t('carousel.slide', { place: index + 1 });
  const add = () => {
    const slide = newSlide();
    // Whoever adds the first slide wants to see it.
    draft.change((carousel) => ({
      isEnabled: carousel.isEnabled || carousel.slides.length === 0,
      slides: [...carousel.slides, slide],
    }));
    setOpened(slide.id);
    draft.want(`slides[${slides.length}].image`);
  };
  const remove = (index: number) => {
    const slide = slides[index];
    if (slide === undefined) return;
    change((list) => list.filter(({ id }) => id !== slide.id));
    offerUndo(draft, t('list.removed', { name: nameOf(index) }), t('list.undo'));
  };
  const isFull = slides.length >= MAX_SLIDES;
  const button = !draft.isReadOnly && (
    <Button variant="primary" disabled={isFull} onClick={add}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      <span>{t('carousel.add')}</span>
    </Button>
  );
  if (slides.length === 0) {
    return (
      <EmptyState
        icon={Images}
        title={t('carousel.emptyTitle')}
        text={t('carousel.emptyText')}
        action={button}
      />
    );
  }
  return (
    <div data-field="slides" className="flex flex-col gap-4">
      <BoundSwitch path="isEnabled" label={t('carousel.isEnabled')} />
      <SortableList
        label={t('carousel.slides')}
        keys={slides.map(({ id }) => id)}
        nameOf={nameOf}
        onMove={(from, to) => change((list) => moveItem(list, from, to))}
      >
        {(index, handle) => {
          const slide = slides[index];
          return slide === undefined ? null : (
            <SlideCard
              slide={slide}
              index={index}
              name={nameOf(index)}
              handle={handle}
              isOpen={opened === slide.id}
              onOpen={(isOpen) => setOpened(isOpen ? slide.id : null)}
              onRemove={() => remove(index)}
            />
          );
        }}
      </SortableList>
      {error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
      <div className="flex items-center justify-between gap-4">
        {button}
        <span className="text-ink-faint text-xs tabular-nums">
          {`${slides.length} / ${MAX_SLIDES}`}
        </span>
      </div>
    </div>
  );
}
