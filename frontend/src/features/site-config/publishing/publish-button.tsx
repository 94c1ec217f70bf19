import { CloudUpload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/button';
import { useCount } from '../../../ui/hooks/use-count';
import { useSite } from '../site/site-context';
import { PublishDialog } from './publish-dialog';
import { useChanges } from './use-releases';

/** Opens the dialog that publishes, and says how much there is to publish. */
export function PublishButton({ isWordy = false }: { isWordy?: boolean }) {
  const countText = useCount();
  const { t } = useTranslation('siteConfig');
  const { site } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useChanges();
  const count = data === undefined ? 0 : data.documents.length + data.tabs.length;
  const label = t(isWordy && site.liveRelease ? 'publish.updates' : 'publish.action');
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <CloudUpload size={16} strokeWidth={1.75} aria-hidden />
        <span>{label}</span>
        {count > 0 && (
          <span className="rounded-full bg-on-accent/20 px-1.5 text-xs tabular-nums">
            <span aria-hidden>{countText(count)}</span>
            <span className="sr-only">{t('publish.count', { count })}</span>
          </span>
        )}
      </Button>
      {isOpen && <PublishDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
