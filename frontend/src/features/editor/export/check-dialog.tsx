import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DRAFT_MAX_CHARS } from '../../../config/limits';
import { engineText, errorText } from '../../../i18n/error-text';
import { decodeAddress } from '../../../lib/addresses/percent-encoding';
import { classNames } from '../../../lib/class-names';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { toast } from '../../../ui/states/toast';
import { useWorkbench } from '../editor-context';
import { useRehost } from '../images/use-images';
import { textUndoAction } from '../text-undo-action';
import { articleSize } from './article-size';
import type { ExportSource } from './export-article';
import { quickFixFor } from './quick-fixes';
import { type CheckItem, groupItems, isCounted, signatureOf } from './safe-check';
import type { Checked, Exports } from './use-exports';

/** What WeChat will not keep of the article, each with its line, its reason and, where there is one, its fix. */
export function CheckDialog({ actions }: { actions: Exports }) {
  const { checked } = actions;
  // The content stays while the dialog fades out.
  const [last, setLast] = useState<Checked | null>(null);
  if (checked !== null && checked !== last) setLast(checked);
  return last === null ? null : (
    <OpenCheck isOpen={checked !== null} checked={last} actions={actions} />
  );
}

interface OpenCheckProps {
  isOpen: boolean;
  checked: Checked;
  actions: Exports;
}

function OpenCheck({ isOpen, checked, actions }: OpenCheckProps) {
  const { t } = useTranslation('editor');
  const { items, exported, isCopied } = checked;
  const count = items.length;
  const state = count === 0 ? 'clean' : signatureOf(items) === '' || isCopied ? 'notes' : 'asking';
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && actions.closeCheck()}
      title={state === 'clean' ? t('check.title.clean') : t(`check.title.${state}`, { count })}
      description={t(`check.advice.${state}`, { count })}
      actions={
        <>
          <Button variant="secondary" onClick={actions.closeCheck}>
            {t('check.close')}
          </Button>
          {!isCopied && (
            <Button
              variant="primary"
              disabled={actions.isWorking}
              focusableWhenDisabled
              onClick={() => actions.copyChecked(checked)}
            >
              {t(state === 'asking' ? 'check.copyAnyway' : 'check.copy')}
            </Button>
          )}
        </>
      }
    >
      <div aria-busy={actions.isWorking} className={actions.isWorking ? 'opacity-60' : ''}>
        {count > 0 && (
          <ul className="mb-4 flex flex-col divide-y divide-line border-line border-y">
            {groupItems(items).map((group) => (
              <GroupRow
                key={group[0]?.key}
                items={group}
                source={exported.source}
                actions={actions}
              />
            ))}
          </ul>
        )}
        <SizeMeter html={exported.html} />
      </div>
    </Dialog>
  );
}

interface GroupRowProps {
  items: CheckItem[];
  source: ExportSource;
  actions: Exports;
}

function GroupRow({ items, source, actions }: GroupRowProps) {
  const { t } = useTranslation('editor');
  const [first] = items;
  if (first === undefined) return null;
  const Icon = first.isSerious ? CircleAlert : Info;
  return (
    <li className="flex items-start gap-3 py-3 text-sm leading-5">
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className={classNames(
          'mt-0.5 shrink-0',
          first.isSerious ? 'text-caution' : 'text-ink-faint',
        )}
      />
      <div className="min-w-0 grow">
        <p>{engineText(t, 'finding', first.key, first.detail)}</p>
        <ul className="mt-1 flex flex-col gap-1">
          {items.map((item) => (
            <ItemRow
              key={`${item.detail} ${item.line}`}
              item={item}
              source={source}
              actions={actions}
            />
          ))}
        </ul>
      </div>
    </li>
  );
}

interface ItemProps {
  item: CheckItem;
  source: ExportSource;
  actions: Exports;
}

function ItemRow({ item, source, actions }: ItemProps) {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const isSaid =
    isCounted(item) || engineText(t, 'finding', item.key, item.detail).includes(item.detail);
  const cause = item.cause === undefined ? '' : errorText(t, item.cause);
  return (
    <li className="flex flex-wrap items-center gap-x-2 empty:hidden">
      {!isSaid && (
        <span className="line-clamp-2 min-w-24 grow basis-0 break-all font-mono text-ink-faint text-xs">
          {decodeAddress(item.detail)}
        </span>
      )}
      <span className={classNames('flex flex-wrap', isSaid && '-ml-2')}>
        <RemedyButton item={item} source={source} actions={actions} />
        {item.line !== null && (
          <Button
            size="sm"
            className="text-accent-text pointer-coarse:h-9"
            onClick={() => {
              actions.closeCheck();
              workbench.view.goToLine(item.line ?? 1);
            }}
          >
            {t('status.line', { line: item.line })}
          </Button>
        )}
      </span>
      {cause !== '' && (
        <span className="line-clamp-3 basis-full text-ink-faint text-xs [overflow-wrap:anywhere]">
          {t('check.reason', { reason: cause })}
        </span>
      )}
    </li>
  );
}

function RemedyButton({ item, source, actions }: ItemProps) {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const rehost = useRehost();
  if (item.key === 'export.size') {
    return (
      <Button size="sm" className="text-accent-text pointer-coarse:h-9" onClick={actions.copyLean}>
        {t('check.fix.slim')}
      </Button>
    );
  }
  const fix = quickFixFor(item, source, workbench, rehost);
  if (fix === null) return null;
  const { id } = fix;
  const apply = async () => {
    try {
      const { words, undo } = await fix.run();
      if (id === 'setUp') {
        actions.closeCheck();
        return;
      }
      const said = t(`check.fixed.${id}`, { ...words });
      // The author has to do the rest.
      if (id === 'convert') toast.note(said);
      else {
        toast.success(
          said,
          undo === null ? {} : { action: textUndoAction(undo, t('check.undo'), t) },
        );
      }
      // The author may have gone on to another post meanwhile, which nobody has asked about.
      if (id !== 'convert' && workbench.post?.id === source.postId) await actions.recheck();
    } catch (error) {
      const description = id === 'convert' ? t('check.fixFailed.convert') : errorText(t, error);
      toast.failure(t('check.fixFailed.title'), { id: 'fix', description });
    }
  };
  return (
    <Button size="sm" className="text-accent-text pointer-coarse:h-9" onClick={() => void apply()}>
      {t(`check.fix.${id}`, { ...fix.words })}
    </Button>
  );
}

/** The size of the copy as a share of the limit of WeChat's draft API. */
function SizeMeter({ html }: { html: string }) {
  const { t } = useTranslation('editor');
  const count = articleSize(html);
  const isOver = count >= DRAFT_MAX_CHARS;
  const Icon = isOver ? Info : CircleCheck;
  return (
    <div className="flex flex-col gap-2 text-ink-soft text-xs">
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-1.5">
          <Icon
            size={14}
            aria-hidden
            strokeWidth={1.75}
            className={isOver ? 'text-caution' : 'text-success'}
          />
          <span>{t('check.sizeLabel')}</span>
        </span>
        <span className="tabular-nums">{t('check.size', { count, max: DRAFT_MAX_CHARS })}</span>
      </div>
      <div className="h-1 overflow-hidden rounded-full bg-pressed" aria-hidden="true">
        <div
          className={classNames('h-full rounded-full', isOver ? 'bg-caution' : 'bg-accent')}
          style={{ width: `${Math.min(100, (count / DRAFT_MAX_CHARS) * 100)}%` }}
        />
      </div>
      {isOver && <p className="text-ink-faint">{t('check.sizeHint')}</p>}
    </div>
  );
}
