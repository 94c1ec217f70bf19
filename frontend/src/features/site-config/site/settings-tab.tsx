import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TabDrafts } from '../../../api/site-settings';
import { getSettings, putSettings } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { DRAFT_TABS, type DraftTab } from '../../../config/site-tabs';
import { Segments } from '../../../ui/fields/segments';
import { useMedia } from '../../../ui/hooks/use-media';
import { useStore } from '../../../ui/hooks/use-store';
import { PageHead } from '../../../ui/panel';
import { LoadState } from '../../../ui/states/load-state';
import { PanelBoundary } from '../../../ui/states/panel-boundary';
import { checkSettings, type Rules } from '../check/check-settings';
import { ConflictDialog } from '../draft/conflict-dialog';
import { Draft, type Stored } from '../draft/draft';
import { type AnyDraft, DraftContext } from '../draft/use-draft';
import { useSite } from './site-context';
import { siteKey, useInvalidateSite } from './use-site-query';

interface SettingsTabProps<K extends DraftTab> {
  tab: K;
  title: string;
  lead: string;
  /** What the browser says of a value before it is sent, beside the limits of its fields. */
  rules?: Rules<TabDrafts[K]>;
  /** Stands beside the form, from 1100 px on; below that it is a view of its own. */
  preview?: ReactNode;
  /** Stands above the fields, also for those who may change none. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A tab of settings: loads it, keeps its draft, and shows what is wrong and what others have saved. */
export function SettingsTab<K extends DraftTab>(props: SettingsTabProps<K>) {
  const { t } = useTranslation('siteConfig');
  const { tab, title, lead, rules } = props;
  const { team, site, drafts, mayEdit } = useSite();
  const invalidateSite = useInvalidateSite();
  const teamId = addressOf(team);
  const { path, type } = DRAFT_TABS[tab];
  const query = useQuery({
    queryKey: [...siteKey(site.id), 'settings', tab],
    queryFn: async () =>
      (await getSettings(teamId, site.id, path)) as unknown as Stored<TabDrafts[K]>,
  });
  const { data } = query;
  useEffect(() => {
    if (data === undefined) return;
    const opened = drafts.open(tab, data, (stored) => {
      const save = async (value: TabDrafts[K], revision: number) => {
        const saved = await putSettings(teamId, site.id, path, revision, value as never);
        void invalidateSite();
        return saved as unknown as Stored<TabDrafts[K]>;
      };
      return new Draft(stored, { type, save, check: (value) => checkSettings(type, value, rules) });
    });
    opened.isReadOnly = !mayEdit;
  }, [data, drafts, tab, teamId, site.id, path, type, invalidateSite, mayEdit, rules]);
  const draft = useStore(drafts).drafts[tab];
  // Who may write again, after the site was restored, gets the fields anew.
  const access = mayEdit ? 'write' : 'read';
  return (
    <>
      {draft === undefined ? (
        <>
          <PageHead title={title} lead={lead} />
          <LoadState
            error={query.error}
            failed={t('loadFailed')}
            onRetry={() => void query.refetch()}
          />
        </>
      ) : (
        <DraftContext key={access} value={draft}>
          <FormAndPreview
            draft={draft}
            title={title}
            lead={lead}
            preview={props.preview}
            tools={props.tools}
          >
            {props.children}
          </FormAndPreview>
          <ConflictDialog tab={tab} />
        </DraftContext>
      )}
    </>
  );
}

/** Width of the window from which the preview stands beside the form. */
const BESIDE = '(min-width: 1100px)';

interface FormAndPreviewProps {
  draft: AnyDraft;
  title: string;
  lead: string;
  preview: ReactNode;
  tools: ReactNode;
  children: ReactNode;
}

function FormAndPreview(props: FormAndPreviewProps) {
  const { draft, title, lead, preview, children } = props;
  const { t } = useTranslation('siteConfig');
  const isBeside = useMedia(BESIDE);
  const [view, setView] = useState<'form' | 'preview'>('form');
  const hasPreview = preview !== undefined;
  const isFormShown = isBeside || view === 'form' || !hasPreview;
  useWantedField(draft, () => setView('form'));
  return (
    <div className="flex grow gap-6">
      <div className="flex min-w-0 max-w-[760px] grow basis-0 flex-col">
        {hasPreview && !isBeside && (
          <div className="mb-4">
            <Segments
              label={t('view.label')}
              value={view}
              options={(['form', 'preview'] as const).map((value) => ({
                value,
                label: t(`view.${value}`),
              }))}
              onChange={setView}
            />
          </div>
        )}
        <form
          noValidate
          hidden={!isFormShown}
          onSubmit={(event) => event.preventDefault()}
          onBlur={draft.settle}
        >
          <PageHead title={title} lead={lead} />
          {props.tools}
          <fieldset disabled={draft.isReadOnly} className="flex min-w-0 flex-col gap-5">
            {children}
          </fieldset>
        </form>
        {hasPreview && !isBeside && view === 'preview' && <PanelBoundary>{preview}</PanelBoundary>}
      </div>
      {hasPreview && isBeside && (
        <aside
          aria-label={t('view.preview')}
          className="sticky top-[calc(136px+var(--inset-top))] h-[calc(100dvh-152px-var(--inset-top)-var(--inset-bottom))] min-w-0 grow basis-0"
        >
          <PanelBoundary>{preview}</PanelBoundary>
        </aside>
      )}
    </div>
  );
}

/** Puts the focus into the field that is asked for, once what hid it is open. */
function useWantedField(draft: AnyDraft, onWanted: () => void): void {
  const { wanted } = useStore(draft);
  useLayoutEffect(() => {
    if (wanted === null) return;
    onWanted();
    // The nearest field that stands in the form: what is wrong may be the whole of a list.
    const field = elementOf(wanted);
    if (field === null) return;
    draft.want(null);
    requestAnimationFrame(() => {
      field.scrollIntoView({ block: 'center' });
      const selector =
        ':is(input, textarea, select, button, [tabindex]):not([tabindex="-1"], [data-handle])';
      const control = field.matches(selector) ? field : field.querySelector<HTMLElement>(selector);
      control?.focus({ preventScroll: true });
    });
  });
}

function elementOf(path: string): HTMLElement | null {
  for (let at = path; at !== ''; at = at.replace(/(\.|^)[^.[]*$|\[\d+\]$/, '')) {
    const field = document.querySelector<HTMLElement>(`#content [data-field="${CSS.escape(at)}"]`);
    if (field !== null) return field;
  }
  return null;
}
