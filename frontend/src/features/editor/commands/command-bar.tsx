import { Toolbar } from '@base-ui/react/toolbar';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chordText, isMacPlatform } from '../../../lib/browser/key-chord';
import { IconButton } from '../../../ui/buttons/icon-button';
import { useMedia } from '../../../ui/hooks/use-media';
import { Menu, MenuItem } from '../../../ui/menus/menu';
import { useEditor, useWorkbench } from '../editor-context';
import type { Command, CommandId } from './command';
import { useRunCommand } from './command-provider';
import { commandOf } from './commands';
import { insertCommands } from './insert';

const BUTTONS: readonly CommandId[] = [
  'heading',
  'bold',
  'italic',
  'link',
  'code',
  'quote',
  'bulletList',
];
/** Without a keyboard there is no other way to them. */
const TOUCH_BUTTONS: readonly CommandId[] = ['undo', 'redo'];
const LAST_BUTTONS: readonly CommandId[] = ['format', 'palette'];

/** The most used commands as buttons; one stop for Tab, arrows within. */
export function CommandBar() {
  const { t } = useTranslation('tools');
  const run = useRunCommand();
  const workbench = useWorkbench();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const isTouch = useMedia('(pointer: coarse)');
  const isPicked = useRef(false);
  return (
    <div className="h-10 shrink-0 border-line border-b bg-surface max-md:h-12">
      <Toolbar.Root
        aria-label={t('toolbar.label')}
        className="scroll-fade flex h-full items-center gap-0.5 overflow-x-auto px-2 [scrollbar-width:none] max-md:gap-1"
      >
        {/* First, so that it is in sight at every width. */}
        <Menu
          align="start"
          isDisabled={isReadOnly}
          onOpenChange={(isOpen) => {
            if (isOpen) isPicked.current = false;
          }}
          // What was put in is filled in the text, so the next key belongs there; a dialog that is open already keeps it.
          finalFocus={() => {
            if (!isPicked.current) return null;
            if (document.querySelector('[role=dialog]') === null) workbench.source?.focus();
            return false;
          }}
          trigger={
            <Toolbar.Button
              render={
                <IconButton
                  icon={Plus}
                  label={t('toolbar.insert')}
                  size="iconSm"
                  className="pointer-coarse:size-11"
                />
              }
            />
          }
        >
          {insertCommands.map((command) => (
            <MenuItem
              key={command.id}
              icon={command.icon}
              keys={
                command.keys === undefined ? undefined : chordText(command.keys, isMacPlatform())
              }
              onSelect={() => {
                isPicked.current = true;
                run(command);
              }}
            >
              {t(`command.${command.id}`)}
            </MenuItem>
          ))}
        </Menu>
        <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line-strong" />
        {[...(isTouch ? TOUCH_BUTTONS : []), ...BUTTONS].map((id) => (
          <CommandButton key={id} command={commandOf(id)} />
        ))}
        <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line-strong" />
        {LAST_BUTTONS.map((id) => (
          <CommandButton key={id} command={commandOf(id)} />
        ))}
      </Toolbar.Root>
    </div>
  );
}

function CommandButton({ command }: { command: Command }) {
  const { t } = useTranslation('tools');
  const run = useRunCommand();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  return (
    <Toolbar.Button
      disabled={isReadOnly && command.id !== 'palette'}
      render={
        <IconButton
          icon={command.icon}
          label={t(`command.${command.id}`)}
          keys={command.keys === undefined ? undefined : chordText(command.keys, isMacPlatform())}
          size="iconSm"
          className="pointer-coarse:size-11"
          // The selection in the text must stay.
          onMouseDown={(event) => event.preventDefault()}
        />
      }
      onClick={() => run(command)}
    />
  );
}
