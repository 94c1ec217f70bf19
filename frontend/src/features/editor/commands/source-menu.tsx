import { ClipboardPaste, Copy, Scissors, TextSelect } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chordText, isMacPlatform } from '../../../lib/browser/key-chord';
import { MenuItem, MenuSeparator } from '../../../ui/menus/menu';
import { toast } from '../../../ui/states/toast';
import { useEditor, useWorkbench } from '../editor-context';
import { cut } from '../edits/typing/typing';
import type { Edit, Selected } from '../source-editor';
import type { Command, CommandId } from './command';
import { useRunCommand } from './command-provider';
import { commandOf } from './commands';

const MARKS: readonly CommandId[] = ['bold', 'italic', 'code', 'link'];
const INSERTS: readonly CommandId[] = ['image', 'table', 'codeBlock', 'formula', 'footnote'];
const ARTICLE: readonly CommandId[] = ['find', 'format', 'wechat', 'palette'];

/** They ask for the clipboard, which a browser allows within the click only. */
const IN_CLICK: readonly CommandId[] = ['wechat'];

interface SourceMenuItemsProps {
  /** Gets what to do once the menu is closed and the text has the focus. */
  onPick: (act: () => unknown) => void;
  /** Rejects when the browser does not let the page read the clipboard. */
  onPaste: () => Promise<void>;
}

/** What the right click in the text offers. */
export function SourceMenuItems({ onPick, onPaste }: SourceMenuItemsProps) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const run = useRunCommand();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const { start, end } = workbench.source?.selected() ?? { start: 0, end: 0 };
  const keys = (chord: string) => chordText(chord, isMacPlatform());
  const inText = (act: () => unknown) => () => onPick(act);
  const item = (command: Command) => (
    <MenuItem
      key={command.id}
      icon={command.icon}
      keys={command.keys === undefined ? undefined : keys(command.keys)}
      isDisabled={isReadOnly && command.isEdit === true}
      onSelect={IN_CLICK.includes(command.id) ? () => run(command) : inText(() => run(command))}
    >
      {t(`command.${command.id}`)}
    </MenuItem>
  );
  // The text gets the focus at once: copying acts on what has it, and a browser allows it within the click only.
  const copy = (refused: string) => {
    workbench.source?.focus();
    const isCopied = document.execCommand('copy');
    if (!isCopied) toast.note(refused);
    return isCopied;
  };
  // No browser cuts from Monaco's text, and some say that they did.
  const cutText = () => {
    if (copy(t('menu.cutRefused', { keys: keys('mod+x') }))) {
      workbench.source?.applyEach((at) => cut(at) ?? without(at));
    }
  };
  const paste = () => {
    onPaste().catch(() => toast.note(t('menu.pasteRefused', { keys: keys('mod+v') })));
  };
  return (
    <>
      <MenuItem
        icon={Scissors}
        keys={keys('mod+x')}
        isDisabled={start === end || isReadOnly}
        onSelect={cutText}
      >
        {t('menu.cut')}
      </MenuItem>
      <MenuItem
        icon={Copy}
        keys={keys('mod+c')}
        isDisabled={start === end}
        onSelect={() => copy(t('menu.copyRefused', { keys: keys('mod+c') }))}
      >
        {t('menu.copy')}
      </MenuItem>
      <MenuItem icon={ClipboardPaste} keys={keys('mod+v')} isDisabled={isReadOnly} onSelect={paste}>
        {t('menu.paste')}
      </MenuItem>
      <MenuItem
        icon={TextSelect}
        keys={keys('mod+a')}
        onSelect={inText(() => workbench.source?.select(0, workbench.text.length))}
      >
        {t('menu.selectAll')}
      </MenuItem>
      <MenuSeparator />
      {MARKS.map(commandOf).map(item)}
      <MenuSeparator />
      {INSERTS.map(commandOf).map(item)}
      <MenuSeparator />
      {ARTICLE.map(commandOf).map(item)}
    </>
  );
}

function without({ start, end }: Selected): Edit {
  return { from: start, to: end, insert: '', selectStart: start, selectEnd: start };
}
