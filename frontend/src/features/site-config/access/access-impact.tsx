import { useTranslation } from 'react-i18next';
import type { AccessRules } from '../../../api/site-settings';
import { Panel } from '../../../ui/panel';
import { useDraftState } from '../draft/use-draft';
import { useContent } from '../site/use-content';
import { AUDIENCES, countLevels, impactOf, LEVELS } from './levels';

/** What each audience sees of how many documents, and what saving will change. */
export function AccessImpact() {
  const { t } = useTranslation('siteConfig');
  const { value, saved, isDirty } = useDraftState<AccessRules>();
  const { data } = useContent();
  const documents = data?.documents ?? [];
  if (documents.length === 0) return null;
  return (
    <Panel title={t('access.impact')} lead={t('access.impactLead')}>
      <div className="grid gap-5 sm:grid-cols-2">
        {AUDIENCES.map((audience) => {
          const counts = countLevels(value, documents, audience);
          const { nLess, nMore, nHidden } = impactOf(saved, value, documents, audience);
          return (
            <div key={audience}>
              <h3 className="font-medium text-base text-ink">
                {t(`access.audiences.${audience}`)}
              </h3>
              <dl className="mt-1.5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 text-ink-soft text-sm">
                {LEVELS.map((level) => (
                  <div key={level} className="contents">
                    <dt>{t(`access.levels.${level}`)}</dt>
                    <dd className="text-right tabular-nums">{counts[level]}</dd>
                  </div>
                ))}
              </dl>
              {isDirty && (
                <p role="status" className="mt-2 text-ink text-sm">
                  {nLess + nMore === 0 ? (
                    t('access.noChange')
                  ) : (
                    <>
                      {nMore > 0 && (
                        <span className="block">{t('access.more', { count: nMore })}</span>
                      )}
                      {nLess > 0 && (
                        <span className="block text-danger">
                          {t('access.less', { count: nLess })}
                        </span>
                      )}
                      {nHidden > 0 && (
                        <span className="block text-danger">
                          {t('access.gone', { count: nHidden })}
                        </span>
                      )}
                    </>
                  )}
                </p>
              )}
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
