import {
  ChevronDown,
  Code,
  Copy,
  FileCode,
  FileDown,
  FileText,
  LoaderCircle,
  ShieldCheck,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chordText, isMacPlatform } from '../../../lib/browser/key-chord';
import { Button } from '../../../ui/buttons/button';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menus/menu';
import type { CommandId } from '../commands/command';
import { useRunCommand } from '../commands/command-provider';
import { commandOf } from '../commands/commands';
import { CheckDialog } from '../export/check-dialog';
import { usePageExports } from '../export/use-exports';

/** Exports besides the files. */
const MORE_EXPORTS: readonly CommandId[] = ['zip', 'card', 'print', 'mp'];

/** Copies the article for WeChat, and opens the other copies and exports. */
export function CopyButton() {
  const { t } = useTranslation(['editor', 'tools']);
  const actions = usePageExports();
  return (
    <div className="flex">
      <Button
        variant="primary"
        className="rounded-r-none pr-3 max-md:h-11"
        aria-label={t(actions.isWorking ? 'copy.working' : 'copy.wechat')}
        aria-busy={actions.isWorking}
        disabled={actions.isWorking}
        focusableWhenDisabled
        title={chordText(commandOf('wechat').keys ?? '', isMacPlatform())}
        onClick={actions.copyForWechat}
      >
        {actions.isWorking ? (
          <LoaderCircle size={14} className="animate-spin" aria-hidden />
        ) : (
          <Copy size={14} strokeWidth={1.75} aria-hidden />
        )}
        {actions.isWorking ? (
          <span>{t('copy.working')}</span>
        ) : (
          <>
            <span className="max-sm:hidden">{t('copy.wechat')}</span>
            <span className="sm:hidden">{t('copy.wechatShort')}</span>
          </>
        )}
      </Button>
      <Menu
        trigger={
          <Button
            variant="primary"
            aria-label={t('copy.menu')}
            className="rounded-l-none border-on-accent/25 border-l px-1.5 max-md:h-11 max-md:w-11"
          >
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={ShieldCheck} onSelect={() => void actions.check()}>
          {t('copy.checkOnly')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Code} onSelect={actions.copyHtml}>
          {t('copy.html')}
        </MenuItem>
        <MenuItem icon={FileText} onSelect={actions.copyMarkdown}>
          {t('copy.markdown')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={FileDown} onSelect={actions.saveMarkdown}>
          {t('export.markdown')}
        </MenuItem>
        <MenuItem icon={FileCode} onSelect={actions.saveHtml}>
          {t('export.html')}
        </MenuItem>
        <MoreExports />
      </Menu>
      <CheckDialog actions={actions} />
    </div>
  );
}

/** Asked for when the menu opens: what an extension offers may have come since. */
function MoreExports() {
  const { t } = useTranslation('tools');
  const run = useRunCommand();
  return MORE_EXPORTS.map(commandOf)
    .filter(({ isOffered }) => isOffered?.() ?? true)
    .map((command) => (
      <MenuItem key={command.id} icon={command.icon} onSelect={() => run(command)}>
        {t(`command.${command.id}`)}
      </MenuItem>
    ));
}
