import { Copy, Download, Link } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { writeClipboard } from '../../../lib/browser/clipboard';
import { download } from '../../../lib/browser/download';
import { toCsv } from '../../../lib/files/csv';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { useLossGuard } from '../../../ui/hooks/use-loss-guard';
import { toast } from '../../../ui/states/toast';

interface NewCodesDialogProps {
  /** Name of the package that the codes are for. */
  name: string;
  codes: readonly string[];
  /** Where the site is read; ends with a slash. */
  siteUrl: string;
  onClose: () => void;
}

/** Codes that were just made. They are never shown again, so that closing asks until they are kept. */
export function NewCodesDialog({ name, codes, siteUrl, onClose }: NewCodesDialogProps) {
  const { t } = useTranslation('sales');
  const [isKept, setIsKept] = useState(false);
  const [isWarned, setIsWarned] = useState(false);
  const save = () => {
    const columns = ['code', 'package', 'link'] as const;
    const rows = codes.map((code) => [code, name, redeemLink(siteUrl, code)]);
    download(
      'redeem-codes.csv',
      'text/csv',
      toCsv([columns.map((column) => t(`codes.columns.${column}`)), ...rows]),
    );
    setIsKept(true);
  };
  const copy = async (lines: readonly string[], done: string) => {
    try {
      await writeClipboard('plain', Promise.resolve({ text: lines.join('\n') }));
      toast.success(done);
      setIsKept(true);
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'codes' });
    }
  };
  const warn = () => setIsWarned(true);
  useLossGuard({ isNeeded: () => !isKept, ask: warn });
  return (
    <Dialog
      isOpen
      isDemanding
      title={t('codes.madeTitle', { count: codes.length })}
      description={t('codes.madeText')}
      // A tap beside the window or a key is easily a slip: what cannot be had again goes by the button only.
      onOpenChange={() => (isKept ? onClose() : warn())}
      actions={
        <>
          <Button variant="secondary" onClick={isKept || isWarned ? onClose : warn}>
            {t(isWarned && !isKept ? 'codes.closeAnyway' : 'codes.close')}
          </Button>
          <Button variant="primary" onClick={save}>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            <span>{t('codes.save')}</span>
          </Button>
        </>
      }
    >
      {isWarned && !isKept && (
        <p role="alert" className="mb-3 rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">
          {t('codes.warning')}
        </p>
      )}
      <section
        aria-label={t('promotions.views.codes')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
        tabIndex={0}
        className="scroll-thin max-h-64 overflow-y-auto rounded-lg border border-line p-3"
      >
        <ul translate="no" className="grid gap-1 font-mono text-ink text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
      </section>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copy(codes, t('codes.copied'))}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          <span>{t('codes.copy')}</span>
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            void copy(
              codes.map((code) => redeemLink(siteUrl, code)),
              t('codes.linksCopied'),
            )
          }
        >
          <Link size={16} strokeWidth={1.75} aria-hidden />
          <span>{t('codes.copyLinks')}</span>
        </Button>
      </div>
    </Dialog>
  );
}

/** The page of the site with a code in its field. */
function redeemLink(siteUrl: string, code: string): string {
  return `${siteUrl}redeem?${new URLSearchParams({ code })}`;
}
