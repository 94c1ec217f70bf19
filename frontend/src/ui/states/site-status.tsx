import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../lib/class-names';
import { Button } from '../buttons/button';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { Menu, MenuItem } from '../menus/menu';

/** The state of a site. Source: specification §4. */
type ShownStatus = 'draft' | 'published' | 'maintenance' | 'archived';

const LOOKS: Record<ShownStatus, string> = {
  published: 'bg-accent-soft text-accent-text',
  draft: 'bg-hover text-ink-soft',
  maintenance: 'bg-hover text-caution',
  archived: 'bg-hover text-ink-faint',
};

/** The state of a site in a word. */
export function StatusChip({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('siteConfig');
  return (
    <span className={classNames('shrink-0 rounded px-1.5 py-0.5 text-xs', LOOKS[status])}>
      {t(`status.${status}`)}
    </span>
  );
}

interface StatusMenuProps {
  site: { name: string; status: ShownStatus; nextStatuses: readonly ShownStatus[] };
  /** A rejection is shown in the dialog. */
  onChange: (status: ShownStatus) => Promise<unknown>;
}

/** Takes a site to another state; what follows is said before. */
export function StatusMenu({ site, onChange }: StatusMenuProps) {
  const { t } = useTranslation('siteConfig');
  const [next, setNext] = useState<ShownStatus | null>(null);
  if (site.nextStatuses.length === 0) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button variant="secondary">
            <span>{t('status.change')}</span>
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        {site.nextStatuses.map((status) => (
          <MenuItem key={status} onSelect={() => setNext(status)}>
            {t(`status.to.${status}`)}
          </MenuItem>
        ))}
      </Menu>
      {next !== null && (
        <StatusDialog site={site} next={next} onChange={onChange} onClose={() => setNext(null)} />
      )}
    </>
  );
}

interface StatusDialogProps extends StatusMenuProps {
  next: ShownStatus;
  onClose: () => void;
}

/** What follows when a site goes to another state. */
export function StatusDialog({ site, next, onChange, onClose }: StatusDialogProps) {
  const { t } = useTranslation('siteConfig');
  const isAway = site.status === 'published' && next !== 'published';
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('status.title', { name: site.name, status: t(`status.${next}`) })}
      description={t(`status.follows.${next}`)}
      confirmLabel={t(`status.to.${next}`)}
      tone={isAway ? 'danger' : 'primary'}
      onConfirm={() => onChange(next)}
    />
  );
}
