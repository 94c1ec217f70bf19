import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { download } from '../../../lib/download';
import { fileName } from '../../../lib/file-name';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import { externalImages } from '../images/rehost';
import { hasExtension, raiseCopyToMp } from './copy-to-mp';
import { exportArticle } from './export-article';
import { useExportParts } from './parts-context';
import { printArticle } from './print-article';

/** More ways to take the article along. */
export type TakeAlong = 'print' | 'zip' | 'mp';

export function useTakeAlong(): (way: TakeAlong) => void {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const parts = useExportParts();
  return useCallback(
    (way) => {
      const ways: Record<TakeAlong, () => Promise<void>> = {
        print: () => printArticle(workbench, parts),
        async zip() {
          const { withImageFiles } = await import('./image-files');
          const { strToU8, zipSync } = await import('fflate');
          const { text } = workbench;
          const packed = await withImageFiles(text, externalImages(text));
          const name = fileName(workbench.title);
          const files: Record<string, Uint8Array> = { [`${name}.md`]: strToU8(packed.text) };
          for (const file of packed.files) files[file.name] = file.bytes;
          download(`${name}.zip`, 'application/zip', new Blob([zipSync(files).slice()]));
          toast.success(
            t('takeAlong.zipped', { count: packed.files.length }),
            packed.nMissing === 0
              ? {}
              : { description: t('takeAlong.missing', { count: packed.nMissing }) },
          );
        },
        async mp() {
          const { html } = await exportArticle(workbench, { target: 'wechat' }, parts);
          raiseCopyToMp(html);
          if (hasExtension()) toast.success(t('takeAlong.sent'));
          else toast.failure(t('takeAlong.noExtension'), { id: 'mp' });
        },
      };
      ways[way]().catch((error: unknown) => toast.failure(errorText(t, error), { id: 'export' }));
    },
    [parts, t, workbench],
  );
}
