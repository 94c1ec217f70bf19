import { ChevronDown, ImageOff, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slide } from '../../../api/site-settings';
import { classNames } from '../../../lib/class-names';
import { currentTime } from '../../../lib/time/server-clock';
import { IconButton } from '../../../ui/buttons/icon-button';
import { isWithin } from '../draft/path';
import { useDraft, useDraftState } from '../draft/use-draft';
import { SlideFields } from './slide-fields';
import { slideState } from './slide-state';

interface SlideCardProps {
  slide: Slide;
  index: number;
  name: string;
  handle: ReactNode;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onRemove: () => void;
}

/** A slide in the list: its picture, name and state, and its fields while it is open. */
export function SlideCard(props: SlideCardProps) {
  const { slide, index, name, handle, onOpen } = props;
  const { t } = useTranslation('siteConfig');
  const id = useId();
  const path = `slides[${index}]`;
  const { errors, wanted } = useDraftState();
  const { isReadOnly } = useDraft();
  const isWanted = wanted !== null && wanted !== path && isWithin(wanted, path);
  const isOpen = props.isOpen || isWanted;
  // Before the tab looks for the field and forgets that it was wanted.
  useLayoutEffect(() => {
    if (isWanted && !props.isOpen) onOpen(true);
  });
  const isWrong = Object.keys(errors).some((at) => isWithin(at, path));
  const state = slideState(slide, currentTime());
  return (
    <div
      data-field={path}
      className={classNames(
        'rounded-xl border bg-surface',
        isWrong ? 'border-danger' : isOpen ? 'border-line-strong' : 'border-line',
      )}
    >
      <div className="flex items-center gap-1 py-2 pr-2 pl-1">
        {isReadOnly ? <span className="w-2" /> : handle}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          onClick={() => onOpen(!isOpen)}
          className="flex min-w-0 grow items-center gap-3 rounded-md px-1 py-1 text-left hover:bg-hover"
        >
          <span className="grid h-8 w-20 shrink-0 place-items-center overflow-hidden rounded bg-canvas">
            {slide.image.url === '' ? (
              <ImageOff size={16} strokeWidth={1.5} className="text-ink-faint" aria-hidden />
            ) : (
              <img
                src={slide.image.url}
                alt=""
                className={classNames('size-full object-cover', state !== 'shown' && 'opacity-50')}
              />
            )}
          </span>
          <span className="min-w-0 grow truncate text-base text-ink">{name}</span>
          {state !== 'shown' && (
            <span className="shrink-0 rounded-full bg-hover px-2 py-0.5 text-ink-soft text-xs">
              {t(`carousel.states.${state}`)}
            </span>
          )}
          {isWrong && <span className="sr-only">{t('homepage.hasProblems')}</span>}
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden
            className={classNames(
              'shrink-0 text-ink-faint transition-transform duration-150',
              isOpen && 'rotate-180',
            )}
          />
        </button>
        {!isReadOnly && (
          <IconButton
            icon={Trash2}
            size="iconSm"
            label={t('list.remove', { name })}
            onClick={props.onRemove}
          />
        )}
      </div>
      <div
        id={`${id}-fields`}
        hidden={!isOpen}
        className="border-line border-t px-4 pt-4 pb-5 md:px-5"
      >
        {isOpen && <SlideFields path={path} />}
      </div>
    </div>
  );
}
