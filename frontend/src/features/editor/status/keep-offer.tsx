import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissKeepOffer, isChromiumHere, keeping, persist } from '../../../storage/persist';
import { Button } from '../../../ui/buttons/button';
import { useStore } from '../../../ui/hooks/use-store';
import { Popover } from '../../../ui/menus/popover';
import { toast } from '../../../ui/states/toast';
import { useWorkbench } from '../editor-context';
import { useSaveBackup } from '../posts/backup/use-save-backup';

/** Where the browser may clear the texts: what that means, and what keeps them. It is gone once it is answered. */
export function KeepOffer() {
  const { t } = useTranslation('editor');
  const { offer } = useStore(keeping);
  if (offer === null) return null;
  return (
    <Popover
      side="top"
      align="start"
      title={t(offer === 'ask' ? 'keeping.askTitle' : 'keeping.adviseTitle')}
      trigger={
        <Button className="h-6 gap-1 px-1.5 text-ink-soft text-xs">
          <ShieldAlert size={12} strokeWidth={2} aria-hidden />
          <span className="max-md:sr-only">{t('keeping.label')}</span>
        </Button>
      }
    >
      <div className="grid gap-3 px-2.5 pt-1 pb-2 text-ink text-sm">
        {offer === 'ask' ? <Question /> : <Advice />}
      </div>
    </Popover>
  );
}

function Question() {
  const { t } = useTranslation('editor');
  const ask = async () => {
    if (await persist()) toast.success(t('keeping.allowed'));
  };
  return (
    <>
      <p>{t('keeping.askText')}</p>
      <Answers>
        <Button variant="primary" onClick={() => void ask()}>
          {t('keeping.allow')}
        </Button>
      </Answers>
    </>
  );
}

function Advice() {
  const { t } = useTranslation('editor');
  const saveBackup = useSaveBackup();
  return (
    <>
      <p>{t('keeping.adviseText')}</p>
      <ul className="grid list-disc gap-1 pl-4">
        <li>{t('keeping.adviseBackup')}</li>
        <li>{t('keeping.adviseSync')}</li>
        {/* What is installed from Chromium has the same storage. */}
        {!isChromiumHere() && <li>{t('keeping.adviseInstall')}</li>}
      </ul>
      <Answers>
        <Button variant="primary" onClick={saveBackup}>
          {t('keeping.backup')}
        </Button>
      </Answers>
    </>
  );
}

function Answers({ children }: { children: ReactNode }) {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const dismiss = () => {
    dismissKeepOffer();
    // The button that the focus came from is gone.
    workbench.source?.focus();
  };
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={dismiss}>{t('keeping.dismiss')}</Button>
      {children}
    </div>
  );
}
