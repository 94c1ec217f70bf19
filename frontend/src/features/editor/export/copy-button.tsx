import { ChevronDown, Code, Copy, FileCode, FileDown, FileText, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Exported, Finding } from '../../../engine/types';
import { errorText } from '../../../i18n/error-text';
import { writeClipboard } from '../../../lib/clipboard';
import { download } from '../../../lib/download';
import { fileName } from '../../../lib/file-name';
import { Button } from '../../../ui/button';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import { type ExportParts, exportArticle } from './export-article';
import { FindingsDialog } from './findings-dialog';

/** Copies the article for WeChat, and opens the other ways to take it along. */
export function CopyButton({ parts }: { parts: ExportParts }) {
  const { t } = useTranslation('editor');
  const actions = useExports(parts);
  return (
    <div className="flex">
      <Button
        variant="primary"
        className="rounded-r-none pr-3 max-md:h-10"
        aria-label={t(actions.isWorking ? 'copy.working' : 'copy.wechat')}
        aria-busy={actions.isWorking}
        disabled={actions.isWorking}
        focusableWhenDisabled
        onClick={actions.copyForWechat}
      >
        {actions.isWorking ? (
          <LoaderCircle size={14} className="animate-spin" aria-hidden />
        ) : (
          <Copy size={14} strokeWidth={1.75} aria-hidden />
        )}
        {actions.isWorking ? (
          t('copy.working')
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
            className="rounded-l-none border-on-accent/25 border-l px-1.5 max-md:h-10 max-md:px-3"
          >
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
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
      </Menu>
      <FindingsDialog findings={actions.findings} onClose={actions.forgetFindings} />
    </div>
  );
}

function useExports(parts: ExportParts) {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const [isWorking, setIsWorking] = useState(false);
  const [findings, setFindings] = useState<Finding[]>([]);

  const attempt = async (failure: string, run: () => Promise<void>) => {
    setIsWorking(true);
    try {
      await run();
    } catch (error) {
      toast.failure(failure, { id: 'export', description: errorText(t, error) });
    } finally {
      setIsWorking(false);
    }
  };
  const report = (exported: Exported, done: string) => {
    toast.dismiss('export');
    if (exported.findings.length > 0) setFindings(exported.findings);
    else toast.success(done, { description: t('copy.size', { size: kilobytes(exported.html) }) });
  };

  return {
    isWorking,
    findings,
    forgetFindings: () => setFindings([]),
    copyForWechat: () =>
      void attempt(t('copy.failed'), async () => {
        const made = exportArticle(workbench, 'wechat', parts);
        await writeClipboard('rich', made);
        report(await made, t('copy.done.wechat'));
      }),
    copyHtml: () =>
      void attempt(t('copy.failed'), async () => {
        const made = exportArticle(workbench, 'wechat', parts);
        await writeClipboard(
          'plain',
          made.then(({ html }) => ({ text: html })),
        );
        report(await made, t('copy.done.html'));
      }),
    copyMarkdown: () =>
      void attempt(t('copy.failed'), async () => {
        await writeClipboard('plain', Promise.resolve({ text: workbench.text }));
        toast.success(t('copy.done.markdown'));
      }),
    saveMarkdown: () => {
      const name = `${fileName(workbench.title)}.md`;
      download(name, 'text/markdown;charset=utf-8', workbench.text);
      toast.success(t('export.done', { name }));
    },
    saveHtml: () =>
      void attempt(t('export.failed'), async () => {
        const { html } = await exportArticle(workbench, 'html', parts);
        const name = `${fileName(workbench.title)}.html`;
        download(name, 'text/html;charset=utf-8', html);
        toast.success(t('export.done', { name }));
      }),
  };
}

function kilobytes(html: string): string {
  const bytes = new Blob([html]).size;
  return bytes < 10_000 ? (bytes / 1000).toFixed(1) : String(Math.round(bytes / 1000));
}
