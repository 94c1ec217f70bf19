import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addressOf } from '../../../api/team-rights';
import { teamPath } from '../../../config/paths';
import { Button } from '../../../ui/buttons/button';
import { Panel } from '../../../ui/panel';
import { useSite } from '../site/site-context';
import { BindDialog } from './bind-dialog';

/** Which base the site publishes. */
export function BindingPanel() {
  const { t } = useTranslation('siteConfig');
  const { team, site, mayEdit } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  const base = site.knowledgeBase;
  const knowledge = teamPath(addressOf(team), 'knowledge');
  return (
    <Panel
      title={t('binding.title')}
      lead={t('binding.lead')}
      action={
        mayEdit && (
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            {t(base ? 'binding.replace' : 'binding.choose')}
          </Button>
        )
      }
    >
      {base ? (
        <div>
          <p className="break-words font-medium text-base text-ink">{base.title}</p>
          <p className="mt-0.5 text-ink-soft text-sm">
            {t('binding.nDocuments', { count: base.nDocuments })}
          </p>
          {base.isInBin ? (
            <p role="status" className="mt-2 text-danger text-sm">
              <span>{t('binding.inBin')}</span>{' '}
              <Link to={`${knowledge}?status=bin`} className="underline">
                {t('binding.toBin')}
              </Link>
            </p>
          ) : (
            base.status === 'archived' && (
              <p className="mt-2 text-ink-soft text-sm">{t('binding.archived')}</p>
            )
          )}
        </div>
      ) : (
        <p className="text-base text-ink-soft">{t('binding.none')}</p>
      )}
      {isOpen && <BindDialog onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}
