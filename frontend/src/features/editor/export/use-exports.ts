import { createContext, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { writeClipboard } from '../../../lib/browser/clipboard';
import { download } from '../../../lib/browser/download';
import { fileName } from '../../../lib/files/file-name';
import { KeyedError } from '../../../lib/keyed-error';
import { formatSize } from '../../../lib/numbers';
import { toast } from '../../../ui/states/toast';
import { useWorkbench } from '../editor-context';
import { CopyProgress } from './copy-progress';
import {
  type ExportedArticle,
  type ExportParts,
  type ExportPlan,
  exportArticle,
} from './export-article';
import { type CheckItem, checkItems, signatureOf } from './safe-check';

/** A finished copy and its findings, for the dialog. */
export interface Checked {
  exported: ExportedArticle;
  items: CheckItem[];
  /** It is in the clipboard already; else the author must confirm first. */
  isCopied: boolean;
}

/** Stops a copy before the clipboard: the author must confirm the findings first. */
class NeedsConfirmation extends Error {
  constructor(readonly checked: Checked) {
    super('the findings are not confirmed');
  }
}

type Result = Omit<Checked, 'isCopied'>;

/** Makes an export, with its progress. Rejects with a {@link KeyedError} for an empty article. */
function useRunExport(parts: ExportParts): (plan: ExportPlan) => Promise<Result> {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  return async (plan) => {
    const progress = new CopyProgress({
      text: (done, total) => t('copy.progress', { done, total }),
      skip: t('copy.skip'),
    });
    try {
      const exported = await exportArticle(workbench, plan, parts, progress.watch);
      if (exported.source.blocks.length === 0) {
        const key = plan.target === 'html' ? 'editor.emptyExport' : 'editor.empty';
        throw new KeyedError(key, 'the article is empty');
      }
      const items = checkItems(exported, exported.source, workbench.settings.isCiteStatus);
      return { exported, items };
    } finally {
      progress.end();
    }
  };
}

/** Runs a copy or an export and says how it failed. `onHeld` gets the findings that the author must confirm first. */
function useAttempt(onHeld: (checked: Checked) => void) {
  const { t } = useTranslation('editor');
  const [isWorking, setIsWorking] = useState(false);
  const attempt = async (failure: string, run: () => Promise<void>) => {
    setIsWorking(true);
    try {
      await run();
    } catch (error) {
      if (error instanceof NeedsConfirmation) onHeld(error.checked);
      // The newer copy says how it went.
      else if (!(error instanceof KeyedError && error.key === 'clipboard.superseded'))
        toast.failure(failure, { id: 'export', description: errorText(t, error) });
    } finally {
      setIsWorking(false);
    }
  };
  return { isWorking, attempt };
}

/** The findings on screen; `shown` has them at once, also before React has drawn them. */
function useChecked() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const shown = useRef<Checked | null>(null);
  const show = (next: Checked | null) => {
    shown.current = next;
    setChecked(next);
  };
  return { checked, shown, show };
}

/** Says that a copy is done, and lets the author see its findings. */
function useShowResult(show: (checked: Checked) => void) {
  const { t, i18n } = useTranslation('editor');
  return (done: string, { exported, items }: Result) => {
    toast.dismiss('export');
    const bytes = new Blob([exported.html]).size;
    const size = t('copy.size', { size: formatSize(localeOf(i18n), bytes) });
    if (items.length === 0) {
      toast.success(done, { description: size });
      return;
    }
    toast.success(done, {
      description: `${size} · ${t('copy.notes', { count: items.length })}`,
      action: {
        label: t('copy.show'),
        onSelect: () => show({ exported, items, isCopied: true }),
      },
    });
  };
}

/** All copies and exports of the article, with their progress and messages. */
export function useExports(parts: ExportParts) {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const { checked, shown, show } = useChecked();
  const { isWorking, attempt } = useAttempt(show);
  const runExport = useRunExport(parts);
  const showResult = useShowResult(show);
  const accepted = useRef('');

  /** Copies an export: as rich text, or its HTML as plain text. With `mustConfirm` new findings stop it before that. */
  const copy = (
    plan: ExportPlan,
    done: string,
    {
      format = 'rich',
      mustConfirm = false,
    }: { format?: 'rich' | 'plain'; mustConfirm?: boolean } = {},
  ) =>
    attempt(t('copy.failed'), async () => {
      const made = runExport(plan).then((result) => {
        const signature = signatureOf(result.items);
        if (mustConfirm && signature !== '' && signature !== accepted.current) {
          throw new NeedsConfirmation({ ...result, isCopied: false });
        }
        return result;
      });
      const content = made.then(({ exported }) =>
        format === 'rich' ? exported : { text: exported.html },
      );
      await writeClipboard(format, content);
      // The author came from the findings and knows them.
      if (plan.isLean) show(null);
      const { exported, items } = await made;
      showResult(done, { exported, items: plan.isLean ? [] : items });
    });

  return {
    isWorking,
    checked,
    closeCheck: () => show(null),
    copyForWechat: () =>
      void copy({ target: 'wechat' }, t('copy.done.wechat'), { mustConfirm: true }),
    /** HTML of a selection of the preview, as `selectionHtml` gives it. */
    copyPart: (part: string) => void copy({ target: 'wechat', part }, t('copy.done.selection')),
    /** The author has confirmed the findings: copies what the dialog shows. */
    copyChecked: ({ exported, items }: Checked) =>
      void attempt(t('copy.failed'), async () => {
        accepted.current = signatureOf(items);
        await writeClipboard('rich', Promise.resolve(exported));
        show(null);
        showResult(t('copy.done.wechat'), { exported, items: [] });
      }),
    copyLean: () => void copy({ target: 'wechat', isLean: true }, t('copy.done.wechat')),
    /** Checks the article as it is now, without a copy. */
    check: () =>
      attempt(t('copy.failed'), async () =>
        show({ ...(await runExport({ target: 'wechat' })), isCopied: false }),
      ),
    /** Checks again while the findings are shown; an author who has closed them is not asked. */
    recheck: async () => {
      const asked = shown.current;
      if (asked === null) return;
      await attempt(t('copy.failed'), async () => {
        const result = await runExport({ target: 'wechat' });
        if (shown.current === asked) show({ ...result, isCopied: false });
      });
    },
    copyHtml: () => void copy({ target: 'wechat' }, t('copy.done.html'), { format: 'plain' }),
    copyMarkdown: () =>
      void attempt(t('copy.failed'), async () => {
        await writeClipboard('plain', Promise.resolve({ text: workbench.text }));
        toast.success(t('copy.done.markdown'));
      }),
    saveMarkdown: () => {
      const name = `${fileName(workbench.name)}.md`;
      download(name, 'text/markdown;charset=utf-8', workbench.text);
      toast.success(t('export.done', { name }));
    },
    saveHtml: () =>
      void attempt(t('export.failed'), async () => {
        const { exported } = await runExport({ target: 'html' });
        const name = `${fileName(workbench.name)}.html`;
        download(name, 'text/html;charset=utf-8', exported.html);
        toast.success(t('export.done', { name }));
      }),
  };
}

export type Exports = ReturnType<typeof useExports>;

export const ExportsContext = createContext<Exports | null>(null);

/** The exports of this page. There is one set, so that all buttons show the same progress. */
export function usePageExports(): Exports {
  const found = useContext(ExportsContext);
  if (found === null) throw new Error('no exports above this component');
  return found;
}
