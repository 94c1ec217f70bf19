import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import { chordText, isMacPlatform } from '../../../lib/key-chord';
import { Dialog } from '../../../ui/dialog';
import type { Command } from '../commands/command';
import { useRunCommand } from '../commands/command-provider';
import { commands } from '../commands/commands';
import { searchCommands } from '../commands/search-commands';

/** Searches all commands by name, in the language of the interface, in English or pinyin. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tools');
  const run = useRunCommand();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const offered = commands.filter(({ id: own }) => own !== 'palette');
  const found = searchCommands(offered, query, (command) => t(`command.${command.id}`));
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const pick = (command: Command | undefined) => {
    if (command === undefined) return;
    // The dialog closes first: an edit then moves the focus to the text, and other commands leave it where it was.
    onClose();
    run(command);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = found.length - 1;
    const to = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, to));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(found[active]);
    }
  };
  return (
    <Dialog
      isOpen
      isTitleHidden
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('command.palette')}
    >
      <div className="flex items-center gap-3 border-line border-b pr-14 pl-5">
        <Search size={16} className="shrink-0 text-ink-faint" aria-hidden />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length === 0 ? undefined : `${id}-${active}`}
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={handleKey}
          className="h-12 w-full bg-transparent text-lg text-ink outline-none placeholder:text-ink-faint"
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('command.palette')}
        className="scroll-thin max-h-[min(420px,60dvh)] min-h-16 overflow-y-auto p-2"
      >
        {found.map((command, index) => {
          const Icon = command.icon;
          return (
            <div
              key={command.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classNames(
                'flex min-h-9 items-center gap-3 rounded-md px-3 text-base text-ink pointer-coarse:min-h-11',
                index === active && 'bg-hover',
              )}
              onPointerMove={() => setActive(index)}
              onClick={() => pick(command)}
              onKeyDown={handleKey}
            >
              <Icon size={16} strokeWidth={1.75} className="text-ink-faint" aria-hidden />
              <span className="grow">{t(`command.${command.id}`)}</span>
              {command.keys !== undefined && (
                <kbd className="font-sans text-ink-faint text-xs pointer-coarse:hidden">
                  {chordText(command.keys, isMacPlatform())}
                </kbd>
              )}
            </div>
          );
        })}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-5 pb-6 text-center text-ink-faint">
          {t('palette.none')}
        </p>
      )}
    </Dialog>
  );
}
