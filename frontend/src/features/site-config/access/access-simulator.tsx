import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccessRules } from '../../../api/site-settings';
import { Segments } from '../../../ui/segments';
import { Select } from '../../../ui/select';
import { useDraftState } from '../draft/use-draft';
import { SitePreview } from '../preview/site-preview';
import { useContent } from '../site/use-content';
import { AUDIENCES, decide } from './levels';

const VIEWERS = [...AUDIENCES, 'member'] as const;
type Viewer = (typeof VIEWERS)[number];

/** What somebody sees of a document under the rules of the form: the rule that decides, and the page itself. */
export function AccessSimulator() {
  const { t } = useTranslation('siteConfig');
  const { value } = useDraftState<AccessRules>();
  const { data } = useContent();
  const [viewer, setViewer] = useState<Viewer>('guest');
  const [chosen, setChosen] = useState<string | null>(null);
  const documents = data?.documents ?? [];
  const document = documents.find(({ id }) => id === chosen) ?? documents[0];
  if (document === undefined) {
    return (
      <p className="rounded-xl border border-line-strong border-dashed p-8 text-center text-base text-ink-faint">
        {t('access.nothingToTry')}
      </p>
    );
  }
  const { level, rule } =
    viewer === 'member'
      ? { level: 'free' as const, rule: 'member' as const }
      : decide(value, document, viewer);
  const category = data?.categories.find(({ id }) => id === document.categoryId)?.name ?? '';
  return (
    <div className="flex h-full min-h-[560px] flex-col gap-3">
      <section
        aria-label={t('access.simulator')}
        className="grid gap-3 rounded-xl border border-line bg-surface p-4"
      >
        <h2 className="font-medium text-base text-ink">{t('access.simulator')}</h2>
        <Select
          label={t('access.document')}
          value={document.id}
          options={documents.map(({ id, title }) => ({
            value: id,
            label: title || t('access.untitled'),
          }))}
          onChange={setChosen}
        />
        <Segments
          label={t('access.viewer')}
          value={viewer}
          options={VIEWERS.map((name) => ({ value: name, label: t(`access.audiences.${name}`) }))}
          onChange={setViewer}
        />
        <p role="status" className="text-base text-ink-soft">
          <strong className="font-medium text-ink">{t(`access.levels.${level}`)}</strong>
          {' · '}
          {t(`access.rules.${rule}`, { category })}
        </p>
      </section>
      <div className="min-h-0 grow">
        <SitePreview
          key={`${document.id} ${viewer}`}
          tab="access"
          page={{ kind: 'document', documentId: document.id }}
          audience={viewer}
        />
      </div>
    </div>
  );
}
