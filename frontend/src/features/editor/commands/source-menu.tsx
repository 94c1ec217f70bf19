import { ClipboardPaste, Copy, Scissors, TextSelect } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chordText, isMacPlatform } from '../../../lib/key-chord';
import { MenuItem, MenuSeparator } from '../../../ui/menu';
import { toast } from '../../../ui/toast';
import { useEditor, useWorkbench } from '../editor-context';
import type { Command, CommandId } from './command';
import { useRunCommand } from './command-provider';
import { commandOf } from './commands';

const MARKS: readonly CommandId[] = ['bold', 'italic', 'code', 'link'];
const INSERTS: readonly CommandId[] = ['image', 'table', 'codeBlock', 'formula', 'footnote'];
const ARTICLE: readonly CommandId[] = ['find', 'format', 'wechat', 'palette'];

/** What the right click in the text offers. `onPick` gets what to do once the menu is closed and the text has the focus. */
export function SourceMenuItems({ onPick }: { onPick: (act: () => unknown) => void }) {
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
      onSelect={inText(() => run(command))}
    >
      {t(`command.${command.id}`)}
    </MenuItem>
  );
  const paste = () =>
    pasteFromClipboard().catch(() => toast.note(t('menu.pasteRefused', { keys: keys('mod+v') })));
  return (
    <>
      <MenuItem
        icon={Scissors}
        keys={keys('mod+x')}
        isDisabled={start === end || isReadOnly}
        onSelect={inText(() => document.execCommand('cut'))}
      >
        {t('menu.cut')}
      </MenuItem>
      <MenuItem
        icon={Copy}
        keys={keys('mod+c')}
        isDisabled={start === end}
        onSelect={inText(() => document.execCommand('copy'))}
      >
        {t('menu.copy')}
      </MenuItem>
      <MenuItem
        icon={ClipboardPaste}
        keys={keys('mod+v')}
        isDisabled={isReadOnly}
        onSelect={inText(paste)}
      >
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

/**
 * Pastes as the shortcut does: the event takes the same way through rich text, links and images.
 * Rejects when the browser does not let the page read the clipboard.
 */
async function pasteFromClipboard(): Promise<void> {
  const clipboardData = new DataTransfer();
  for (const item of await navigator.clipboard.read()) {
    for (const type of item.types) {
      const blob = await item.getType(type);
      if (type.startsWith('image/')) clipboardData.items.add(new File([blob], 'image', { type }));
      else clipboardData.setData(type, await blob.text());
    }
  }
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(paste);
}
