import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccessSimulation, SimulatedDocument } from '../../../api/site-access';
import { errorText } from '../../../i18n/error-text';
import { SearchSelect } from '../../../ui/fields/search-select';
import { Segments } from '../../../ui/fields/segments';
import { SitePreview } from '../preview/site-preview';
import { useContent } from '../site/use-content';
import { AUDIENCES } from './levels';
import { useSimulation } from './use-simulation';

const VIEWERS = [...AUDIENCES, 'member'] as const;
type Viewer = (typeof VIEWERS)[number];

/** What somebody sees of a document under the rules of the form: the rule that decides, where the text is cut, and the page itself. */
export function AccessSimulator() {
  const { t } = useTranslation('siteConfig');
  const { data: content } = useContent();
  const [viewer, setViewer] = useState<Viewer>('guest');
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error } = useSimulation(viewer, chosen);
  const document = data?.document ?? null;
  const titles = new Map((content?.documents ?? []).map(({ id, title }) => [id, title]));
  const nothing = data !== undefined ? document === null : content?.documents.length === 0;
  if (nothing || content === undefined) {
    return (
      <p className="rounded-xl border border-line-strong border-dashed p-8 text-center text-base text-ink-faint">
        {t('access.nothingToTry')}
      </p>
    );
  }
  const category = (id: string) => {
    const { categoryId } = content.documents.find((row) => row.id === id) ?? {};
    return content.categories.find((row) => row.id === categoryId)?.name ?? '';
  };
  return (
    <div className="flex h-full min-h-[560px] flex-col gap-3">
      <section
        aria-label={t('access.simulator')}
        className="grid gap-3 rounded-xl border border-line bg-surface p-4"
      >
        <h2 className="font-medium text-base text-ink">{t('access.simulator')}</h2>
        <SearchSelect
          label={t('access.document')}
          value={chosen ?? document?.id ?? ''}
          options={content.documents.map(({ id }) => id)}
          labelOf={(id) => titles.get(id) || t('access.untitled')}
          searchLabel={t('access.searchDocuments')}
          emptyText={t('access.noMatch')}
          onChange={setChosen}
        />
        <Segments
          label={t('access.viewer')}
          value={viewer}
          options={VIEWERS.map((name) => ({ value: name, label: t(`access.audiences.${name}`) }))}
          onChange={setViewer}
        />
        {error !== null ? (
          <p role="alert" className="text-danger text-sm">
            {errorText(t, error)}
          </p>
        ) : (
          document !== null && <Verdict document={document} category={category(document.id)} />
        )}
        {data !== undefined && error === null && <Samples simulation={data} onChoose={setChosen} />}
      </section>
      <div className="min-h-0 grow">
        <SitePreview
          key={`${chosen ?? document?.id} ${viewer}`}
          tab="access"
          page={{ kind: 'document', documentId: chosen ?? document?.id ?? null }}
          audience={viewer}
          isChosenBeside
        />
      </div>
    </div>
  );
}

function Verdict({ document, category }: { document: SimulatedDocument; category: string }) {
  const { t } = useTranslation('siteConfig');
  const isWhole = document.level === 'partial' && document.nCharsShown === document.nChars;
  return (
    <div role="status" className="text-base text-ink-soft">
      <p>
        <strong className="font-medium text-ink">
          {isWhole ? t('access.uncut') : t(`access.levels.${document.level}`)}
        </strong>
        {' · '}
        <span>{t(`access.rules.${document.rule}`, { category })}</span>
      </p>
      <p className="mt-0.5 text-sm tabular-nums">
        {t('access.shown', { shown: document.nCharsShown, all: document.nChars })}
      </p>
    </div>
  );
}

/** Where three texts are cut of which the reader sees the beginning. */
function Samples({
  simulation,
  onChoose,
}: {
  simulation: AccessSimulation;
  onChoose: (documentId: string) => void;
}) {
  const { t } = useTranslation('siteConfig');
  if (simulation.samples.length === 0) return null;
  return (
    <div className="border-line border-t pt-3">
      <h3 className="text-ink-faint text-xs">{t('access.samples')}</h3>
      <ul className="mt-1.5 grid gap-1">
        {simulation.samples.map((sample) => (
          <li key={sample.id}>
            <button
              type="button"
              onClick={() => onChoose(sample.id)}
              className="w-full rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate text-ink">
                  {sample.title || t('access.untitled')}
                </span>
                <span className="shrink-0 text-ink-faint text-xs tabular-nums">
                  {sample.isCut
                    ? t('access.cutAt', { shown: sample.nCharsShown, all: sample.nChars })
                    : t('access.uncut')}
                </span>
              </span>
              {sample.isCut && sample.ending !== '' && (
                <span className="mt-0.5 block truncate text-ink-soft text-xs">
                  {`…${sample.ending}`}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
