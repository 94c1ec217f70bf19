import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Audience, PreviewPage } from '../../../api/site-preview';
import type { SettingsTab } from '../../../api/site-settings';
import { addressOf } from '../../../api/team-rights';
import { paths, teamPath } from '../../../config/paths';
import { PREVIEW_WIDTHS_PX } from '../../../config/preview';
import { selectDocumentForEditor } from '../../../storage/select-base';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { useMedia } from '../../../ui/hooks/use-media';
import { LoadState } from '../../../ui/states/load-state';
import { useSite } from '../site/site-context';
import { type FrameMessage, pageOfLink, settingOf } from './messages';
import { previewFailure } from './preview-failure';
import { PreviewFrame } from './preview-frame';
import { PreviewToolbar, type PreviewView } from './preview-toolbar';
import { screenOf } from './screen-of';
import { useFocusedField } from './use-focused-field';
import { usePreviewPage } from './use-preview-page';

interface SitePreviewProps {
  /** The tab beside which it stands. */
  tab: SettingsTab;
  /** The page that it shows first. */
  page?: PreviewPage;
  /** Who looks at it first. */
  audience?: Audience;
  /** Page and audience are chosen beside it. */
  isChosenBeside?: boolean;
}

const HOME: PreviewPage = { kind: 'home' };

/** Shows the page as it would be with what is written in the tabs, saved or not. */
export function SitePreview(props: SitePreviewProps) {
  const { tab, page = HOME, audience = 'guest', isChosenBeside = false } = props;
  const { t } = useTranslation('siteConfig');
  const isPhone = useMedia('(max-width: 767px)');
  const [view, setView] = useState<PreviewView>({
    page,
    device: isPhone ? 'phone' : 'desktop',
    colorScheme: 'light',
    audience,
  });
  const [isFull, setIsFull] = useState(false);
  const shown = (
    <PreviewPane
      tab={tab}
      isChosenBeside={isChosenBeside}
      view={view}
      onView={setView}
      isFull={isFull}
      onFull={setIsFull}
    />
  );
  if (!isFull) return <div className="flex h-full min-h-[70dvh] flex-col">{shown}</div>;
  return (
    <Dialog
      isOpen
      isTitleHidden
      form="full"
      title={t('preview.title')}
      onOpenChange={(isOpen) => setIsFull(isOpen)}
    >
      {shown}
    </Dialog>
  );
}

interface PreviewPaneProps {
  tab: SettingsTab;
  isChosenBeside: boolean;
  view: PreviewView;
  onView: (view: PreviewView) => void;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
}

function PreviewPane(props: PreviewPaneProps) {
  const { tab, isChosenBeside, view, onView, isFull, onFull } = props;
  const { t } = useTranslation('siteConfig');
  const { team, site, drafts } = useSite();
  const navigate = useNavigate();
  const { page, audience, colorScheme } = view;
  const query = usePreviewPage({ page, audience, colorScheme });
  const field = useFocusedField(tab);
  const edit = async (documentId: string) => {
    const baseId = site.knowledgeBase?.id ?? '';
    const isHere = await selectDocumentForEditor(baseId, documentId).catch(() => false);
    // What is not on this device is fetched from the list of knowledge bases first.
    await navigate(isHere ? paths.editor : teamPath(addressOf(team), 'knowledge'));
  };
  const handleMessage = (message: FrameMessage) => {
    if (message.type === 'link' && !isChosenBeside) {
      const next = pageOfLink(message.href);
      if (next !== null) onView({ ...view, page: next });
    }
    if (message.type === 'edit') void edit(message.documentId);
    if (message.type !== 'field') return;
    const setting = settingOf(message.field);
    const screen = setting === null ? null : screenOf(setting.tab);
    if (setting === null || screen === null) return;
    onFull(false);
    drafts.want(setting.tab as SettingsTab, setting.path);
    if (setting.tab !== tab) {
      void navigate(`/team/${encodeURIComponent(addressOf(team))}/site/${site.id}/${screen}`);
    }
  };
  const preview = query.data;
  return (
    <div
      className={
        isFull
          ? 'flex h-full min-h-0 flex-col'
          : 'flex min-h-0 grow flex-col overflow-hidden rounded-xl border border-line bg-surface'
      }
    >
      <PreviewToolbar
        view={view}
        onView={onView}
        isChosenBeside={isChosenBeside}
        documentId={query.data?.documentId ?? null}
        isLoading={query.isFetching}
        isFull={isFull}
        onFull={onFull}
      />
      {query.error !== null && (
        <div
          role="alert"
          className="flex items-center justify-between gap-3 border-line border-b bg-danger-soft px-3 py-2 text-danger text-sm"
        >
          <span>{previewFailure(t, query.error)}</span>
          <Button size="sm" variant="secondary" onClick={() => void query.refetch()}>
            {t('preview.retry')}
          </Button>
        </div>
      )}
      {preview === undefined ? (
        query.error === null && (
          <div className="grid grow place-content-center">
            <LoadState error={null} onRetry={() => void query.refetch()} />
          </div>
        )
      ) : (
        <PreviewFrame
          src={preview.frameUrl}
          title={t('preview.title')}
          html={preview.html}
          widthPx={PREVIEW_WIDTHS_PX[view.device]}
          field={field}
          onMessage={handleMessage}
        />
      )}
    </div>
  );
}
