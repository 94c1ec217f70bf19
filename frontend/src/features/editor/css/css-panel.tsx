import { Tabs } from '@base-ui/react/tabs';
import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CssConfig } from '../../../storage/settings';
import { IconButton } from '../../../ui/buttons/icon-button';
import { RenameDialog } from '../../../ui/dialogs/rename-dialog';
import { useMedia } from '../../../ui/hooks/use-media';
import { Menu, MenuItem } from '../../../ui/menus/menu';
import { toast } from '../../../ui/states/toast';
import { useEditor, useWorkbench } from '../editor-context';
import { CssBox, CssEditor } from './css-editor';
import {
  addTab,
  ensureTab,
  freeName,
  isNameFree,
  nextName,
  removeTab,
  renameTab,
  restoreTab,
  setActiveCss,
} from './css-tabs';

/** Longest name of a style sheet, in UTF-16 units. */
const NAME_MAX_CHARS = 40;

/** The author's own style sheets: one tab each, one of them active. Source: specification §2 and §4. */
export function CssPanel() {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const stored = useEditor((state) => state.settings.css_content_config);
  const isTouch = useMedia('(pointer: coarse)');
  const [isRenaming, setIsRenaming] = useState(false);
  const nameOf = (n: number) => t('css.tab', { n });
  const config = ensureTab(stored, nameOf(1));
  const active = config.tabs.find((tab) => tab.name === config.active);
  const tabs = useRef<HTMLDivElement>(null);
  // A new style sheet comes last, where many tabs have no room.
  const at = config.tabs.findIndex((tab) => tab.name === config.active);
  useEffect(() => {
    tabs.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  const change = (next: CssConfig) => workbench.changeSettings({ css_content_config: next });
  if (active === undefined) return null;
  const remove = () => {
    change(removeTab(config, active.name));
    toast.success(t('css.removed', { name: active.title }), {
      action: {
        label: t('undo'),
        onSelect: () => change(restoreTab(workbench.settings.css_content_config, active, at)),
      },
    });
  };
  const Editor = isTouch ? CssBox : CssEditor;
  return (
    <Tabs.Root
      value={config.active}
      onValueChange={(name: string) => change({ ...config, active: name })}
      className="flex min-h-0 grow flex-col"
    >
      <div className="flex shrink-0 items-center gap-1 border-line border-b px-2">
        <Tabs.List
          ref={tabs}
          aria-label={t('css.tabs')}
          className="scroll-thin flex min-w-0 grow gap-0.5 overflow-x-auto py-1"
        >
          {config.tabs.map((tab) => (
            <Tabs.Tab
              key={tab.name}
              value={tab.name}
              className="h-7 max-w-40 shrink-0 truncate rounded-md px-2.5 text-ink-soft text-sm hover:bg-hover hover:text-ink aria-selected:bg-accent-soft aria-selected:font-medium aria-selected:text-accent-text focus-visible:outline-offset-[-2px] pointer-coarse:h-11"
            >
              {tab.title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <IconButton
          icon={Plus}
          size="iconSm"
          className="pointer-coarse:size-11"
          label={t('css.add')}
          onClick={() => change(addTab(config, nextName(config, nameOf)))}
        />
        <StyleSheetMenu
          name={active.title}
          onRename={() => setIsRenaming(true)}
          onDuplicate={() => {
            const name = freeName(config, t('css.copyOf', { name: active.title }));
            change(addTab(config, name, active.content));
          }}
          {...(config.tabs.length > 1 && { onRemove: remove })}
        />
      </div>
      <Tabs.Panel value={config.active} className="flex min-h-0 grow flex-col outline-none">
        <Editor
          name={active.name}
          title={active.title}
          text={active.content}
          onText={(content) =>
            change(
              setActiveCss(ensureTab(workbench.settings.css_content_config, nameOf(1)), content),
            )
          }
        />
      </Tabs.Panel>
      {isRenaming && (
        <RenameDialog
          title={t('css.renameTitle')}
          label={t('css.name')}
          name={active.name}
          maxChars={NAME_MAX_CHARS}
          problemOf={(name) =>
            name === active.name || isNameFree(config, name) ? undefined : t('css.taken')
          }
          onRename={(to) => change(renameTab(config, active.name, to))}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </Tabs.Root>
  );
}

interface StyleSheetMenuProps {
  name: string;
  onRename: () => void;
  onDuplicate: () => void;
  /** Without it the style sheet stays: it is the only one. */
  onRemove?: () => void;
}

function StyleSheetMenu({ name, onRename, onDuplicate, onRemove }: StyleSheetMenuProps) {
  const { t } = useTranslation('tools');
  return (
    <Menu
      trigger={
        <IconButton
          icon={Ellipsis}
          size="iconSm"
          className="pointer-coarse:size-11"
          label={t('css.more', { name })}
        />
      }
    >
      <MenuItem icon={Pencil} onSelect={onRename}>
        {t('css.rename')}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={onDuplicate}>
        {t('css.duplicate')}
      </MenuItem>
      {onRemove !== undefined && (
        <MenuItem icon={Trash2} onSelect={onRemove}>
          {t('css.remove')}
        </MenuItem>
      )}
    </Menu>
  );
}
