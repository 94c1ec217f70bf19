import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { writeClipboard } from '../../../lib/browser/clipboard';
import { IconButton } from '../../../ui/buttons/icon-button';
import { toast } from '../../../ui/states/toast';
import type { ProviderName } from './method-fields';

/** The address to which a provider tells what happened. */
export function HookAddress({ url, name }: { url: string; name: ProviderName }) {
  const { t } = useTranslation('sales');
  const copy = async () => {
    try {
      await writeClipboard('plain', Promise.resolve({ text: url }));
      toast.success(t('payments.hookCopied'));
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'hook' });
    }
  };
  return (
    <div>
      <p className="mb-1.5 text-ink-soft text-xs">{t('payments.hook')}</p>
      <div className="flex items-center gap-2 rounded-lg bg-hover py-1 pr-1 pl-3">
        <span translate="no" className="min-w-0 grow break-all font-mono text-ink text-sm">
          {url}
        </span>
        <IconButton icon={Copy} label={t('payments.hookCopy')} onClick={() => void copy()} />
      </div>
      <p className="mt-1.5 text-ink-faint text-xs">{t(`payments.hookTexts.${name}`)}</p>
    </div>
  );
}
