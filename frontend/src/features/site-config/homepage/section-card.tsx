import { ChevronDown, Copy, EllipsisVertical, Eye, EyeOff, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Section } from '../../../api/site-settings';
import { classNames } from '../../../lib/class-names';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menus/menu';
import { isWithin } from '../draft/path';
import { useDraft, useDraftState } from '../draft/use-draft';
import { titleOf } from './section-kinds';
import { SECTIONS } from './sections/registry';

interface SectionCardProps {
  section: Section;
  index: number;
  name: string;
  handle: ReactNode;
  isOpen: boolean;
  /** No section can be added. */
  isFull: boolean;
  onOpen: (isOpen: boolean) => void;
  onVisible: (isVisible: boolean) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** A section in the list: its name and what can be done with it, and its fields while it is open. */
export function SectionCard(props: SectionCardProps) {
  const { section, index, name, handle, onOpen } = props;
  const { t } = useTranslation('siteConfig');
  const id = useId();
  const path = `sections[${index}]`;
  const { errors, wanted } = useDraftState();
  const { isReadOnly } = useDraft();
  const isWanted = wanted !== null && wanted !== path && isWithin(wanted, path);
  const isOpen = props.isOpen || isWanted;
  // Before the tab looks for the field and forgets that it was wanted.
  useLayoutEffect(() => {
    if (isWanted && !props.isOpen) onOpen(true);
  });
  const { icon: Icon, Form } = SECTIONS[section.content.kind];
  const kindName = t(`homepage.kinds.${section.content.kind}.name`);
  const isWrong = Object.keys(errors).some((at) => isWithin(at, path));
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
          <Icon
            size={18}
            strokeWidth={1.75}
            aria-hidden
            className={section.isVisible ? 'shrink-0 text-accent-text' : 'shrink-0 text-ink-faint'}
          />
          <span className="min-w-0 grow">
            <span
              id={`${id}-name`}
              className={classNames(
                'block truncate font-medium text-base',
                section.isVisible ? 'text-ink' : 'text-ink-soft',
              )}
            >
              {name}
            </span>
            {titleOf(section.content).trim() !== '' && (
              <span className="block truncate text-ink-faint text-xs">{kindName}</span>
            )}
          </span>
          {!section.isVisible && (
            <span className="shrink-0 rounded-full bg-hover px-2 py-0.5 text-ink-soft text-xs">
              {t('homepage.hidden')}
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
        {!isReadOnly && <SectionMenu {...props} />}
      </div>
      <div
        id={`${id}-fields`}
        hidden={!isOpen}
        className="border-line border-t px-4 pt-4 pb-5 md:px-5"
      >
        {isOpen && (
          <div className="flex flex-col gap-4">
            <Form path={`${path}.content`} />
          </div>
        )}
      </div>
    </div>
  );
}

function SectionMenu({
  section,
  name,
  isFull,
  onVisible,
  onDuplicate,
  onRemove,
}: SectionCardProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <>
      <IconButton
        icon={section.isVisible ? Eye : EyeOff}
        size="iconSm"
        label={t(section.isVisible ? 'homepage.hide' : 'homepage.show', { name })}
        onClick={() => onVisible(!section.isVisible)}
      />
      <Menu
        trigger={
          <IconButton icon={EllipsisVertical} size="iconSm" label={t('homepage.more', { name })} />
        }
      >
        <MenuItem icon={Copy} isDisabled={isFull} onSelect={onDuplicate}>
          {t('homepage.duplicate')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} onSelect={onRemove}>
          {t('homepage.remove')}
        </MenuItem>
      </Menu>
    </>
  );
}
