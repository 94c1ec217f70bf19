import { Check, CircleAlert, Dot, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '../../../engine/types';
import { engineText, errorText } from '../../../i18n/error-text';
import { classNames } from '../../../lib/class-names';
import { Button } from '../../../ui/buttons/button';
import { Popover, PopoverRow } from '../../../ui/menus/popover';
import { toast } from '../../../ui/states/toast';
import { useEditor, useWorkbench } from '../editor-context';
import { saveStateOf } from '../store';
import { useSyncParts } from '../sync-slots';
import { KeepOffer } from './keep-offer';
import { LossMark } from './loss-mark';
import { SelectionStats } from './selection-stats';
import { TabHint } from './tab-hint';
import { fixWarning, isFixable } from './warning-fixes';

/** The state of saving, the length of the text, and its warnings. */
export function StatusBar() {
  const { t } = useTranslation('editor');
  const info = useEditor((state) => state.info);
  const sync = useSyncParts();
  // A phone has room for one length: that of what is selected.
  const isSelected = useEditor((state) => state.selection.text !== '');
  const whole = classNames(isSelected && 'max-md:hidden');
  return (
    <section
      aria-label={t('status.label')}
      className="flex h-7 shrink-0 items-center gap-4 whitespace-nowrap border-line border-t bg-surface px-4 text-ink-faint text-xs tabular-nums max-md:gap-3 max-md:px-3"
    >
      <SaveMark />
      {sync !== null && <sync.StatusBadge />}
      <LossMark />
      <KeepOffer />
      <TabHint />
      {info !== null && (
        <>
          <span className={whole}>{t('status.words', { count: info.stats.words })}</span>
          <span className="max-md:hidden">
            {t('status.characters', { count: info.stats.characters })}
          </span>
          {info.stats.words > 0 && (
            <span className={whole}>{t('status.minutes', { count: info.stats.minutes })}</span>
          )}
          <SelectionStats />
          <Warnings warnings={info.warnings} />
        </>
      )}
    </section>
  );
}

function SaveMark() {
  const { t } = useTranslation('editor');
  const isNone = useEditor((state) => state.postId === null);
  const kind = useEditor((state) => saveStateOf(state).kind);
  if (isNone && kind !== 'failed') return null;
  const isBad = kind === 'failed' || kind === 'conflict';
  const Icon = isBad ? CircleAlert : kind === 'saving' ? Dot : Check;
  return (
    <span
      // Screen readers announce problems, not every edit.
      role={isBad ? 'alert' : undefined}
      data-testid="save-state"
      data-state={kind}
      className={`flex items-center gap-1 ${isBad ? 'font-medium text-danger' : ''}`}
    >
      <Icon size={12} strokeWidth={2.25} aria-hidden />
      <span>{t(`status.${kind}`)}</span>
    </span>
  );
}

function Warnings({ warnings }: { warnings: Warning[] }) {
  const { t } = useTranslation('editor');
  if (warnings.length === 0) return null;
  return (
    <span className="ml-auto">
      <Popover
        side="top"
        title={t('status.warningsTitle')}
        trigger={
          <Button className="h-6 gap-1 px-1.5 text-caution text-xs hover:text-caution">
            <TriangleAlert size={12} strokeWidth={2} aria-hidden />
            <span>{t('status.warnings', { count: warnings.length })}</span>
          </Button>
        }
      >
        <WarningRows warnings={warnings} />
      </Popover>
    </span>
  );
}

function WarningRows({ warnings }: { warnings: Warning[] }) {
  const lines = useWorkbench().text.split('\n');
  const isReadOnly = useEditor((state) => state.isReadOnly);
  return (
    <div className="scroll-thin max-h-72 overflow-y-auto">
      {warnings.map((warning) => (
        <WarningRow
          key={`${warning.line} ${warning.key} ${warning.detail}`}
          warning={warning}
          hasFix={!isReadOnly && isFixable(lines, warning)}
        />
      ))}
    </div>
  );
}

/** A warning: its line, its words and, where there is one, what puts it right. */
function WarningRow({ warning, hasFix }: { warning: Warning; hasFix: boolean }) {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const fix = async () => {
    try {
      const { post } = workbench;
      await workbench.changeTextOf(post?.id ?? null, (text) => fixWarning(text, warning) ?? text);
    } catch (error) {
      toast.failure(t('check.fixFailed.title'), { id: 'fix', description: errorText(t, error) });
    }
  };
  return (
    <div className="flex items-start">
      <div className="min-w-0 flex-1">
        <PopoverRow onSelect={() => workbench.view.goToLine(warning.line)}>
          <span className="shrink-0 text-ink-faint text-xs tabular-nums">
            {t('status.line', { line: warning.line })}
          </span>
          <span className="min-w-0 break-words">
            {engineText(t, 'warning', warning.key, warning.detail)}
          </span>
        </PopoverRow>
      </div>
      {hasFix && (
        <Button
          className="mt-1 h-6 shrink-0 px-1.5 text-xs"
          aria-label={t('status.fixLine', { line: warning.line })}
          onClick={fix}
        >
          {t('status.fix')}
        </Button>
      )}
    </div>
  );
}
