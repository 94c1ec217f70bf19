import { Maximize2, Monitor, Moon, Smartphone, Sun, Tablet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Audience, PreviewPage } from '../../../api/site-preview';
import { IconButton } from '../../../ui/buttons/icon-button';
import { SearchSelect } from '../../../ui/fields/search-select';
import { Select } from '../../../ui/fields/select';
import { useContent } from '../site/use-content';

export type PreviewDevice = 'phone' | 'tablet' | 'desktop';

/** What the preview shows, to whom, and how. */
export interface PreviewView {
  page: PreviewPage;
  device: PreviewDevice;
  colorScheme: 'light' | 'dark';
  audience: Audience;
}

interface PreviewToolbarProps {
  view: PreviewView;
  onView: (view: PreviewView) => void;
  /** Page and audience are chosen elsewhere. */
  isChosenBeside: boolean;
  /** The document that is shown; null on another page. */
  documentId: string | null;
  isLoading: boolean;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
}

const DEVICES = [
  { value: 'phone', icon: Smartphone },
  { value: 'tablet', icon: Tablet },
  { value: 'desktop', icon: Monitor },
] as const;
const PAGES = ['home', 'index', 'document', 'plans', 'notFound'] as const;
const AUDIENCES = ['guest', 'nonMember', 'member', 'staff'] as const;

/** Chooses the page of the preview, its width, its colors, and who looks at it. */
export function PreviewToolbar(props: PreviewToolbarProps) {
  const { view, onView, isLoading, isFull, onFull } = props;
  const { t } = useTranslation('siteConfig');
  const isDark = view.colorScheme === 'dark';
  return (
    <div
      role="toolbar"
      aria-label={t('preview.toolbar')}
      className="relative flex flex-wrap items-center gap-2 border-line border-b px-2 py-1.5"
    >
      {!props.isChosenBeside && <Choice {...props} />}
      <div className={isFull ? 'mr-10 ml-auto flex items-center' : 'ml-auto flex items-center'}>
        {DEVICES.map(({ value, icon }) => (
          <IconButton
            key={value}
            icon={icon}
            size="iconSm"
            label={t(`preview.devices.${value}`)}
            aria-pressed={view.device === value}
            onClick={() => onView({ ...view, device: value })}
          />
        ))}
        <IconButton
          icon={isDark ? Moon : Sun}
          size="iconSm"
          label={t(isDark ? 'preview.toLight' : 'preview.toDark')}
          onClick={() => onView({ ...view, colorScheme: isDark ? 'light' : 'dark' })}
        />
        {!isFull && (
          <IconButton
            icon={Maximize2}
            size="iconSm"
            label={t('preview.full')}
            onClick={() => onFull(true)}
          />
        )}
      </div>
      {isLoading && (
        <span
          role="status"
          aria-label={t('preview.loading')}
          className="absolute inset-x-0 -bottom-px h-0.5 animate-pulse bg-accent-text"
        />
      )}
    </div>
  );
}

/** Which page is shown, and to whom. */
function Choice({ view, onView, documentId }: PreviewToolbarProps) {
  const { t } = useTranslation('siteConfig');
  const kind = kindOf(view.page, documentId);
  const kinds = kind === 'search' ? [...PAGES, 'search' as const] : PAGES;
  return (
    <>
      <div className="w-28">
        <Select
          label={t('preview.page')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`preview.pages.${value}`) }))}
          onChange={(next) => next !== 'search' && onView({ ...view, page: { kind: next } })}
        />
      </div>
      {kind === 'document' && (
        <DocumentSelect
          value={documentId}
          onChange={(id) => onView({ ...view, page: { kind: 'document', documentId: id } })}
        />
      )}
      <div className="w-28">
        <Select
          label={t('preview.audience')}
          value={view.audience}
          options={AUDIENCES.map((value) => ({ value, label: t(`preview.audiences.${value}`) }))}
          onChange={(audience) => onView({ ...view, audience })}
        />
      </div>
    </>
  );
}

/** The kind of page that is shown; where a link led is told by what came of it. */
function kindOf(page: PreviewPage, documentId: string | null) {
  if (page.kind !== 'path') return page.kind;
  return documentId === null ? 'index' : 'document';
}

interface DocumentSelectProps {
  value: string | null;
  onChange: (id: string) => void;
}

/** Chooses the document that the preview shows. */
function DocumentSelect({ value, onChange }: DocumentSelectProps) {
  const { t } = useTranslation('siteConfig');
  const documents = useContent().data?.documents ?? [];
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  if (value === null || documents.length === 0) return null;
  return (
    <div className="w-44">
      <SearchSelect
        label={t('access.document')}
        value={value}
        options={documents.map(({ id }) => id)}
        labelOf={(id) => titles.get(id) || t('access.untitled')}
        searchLabel={t('access.searchDocuments')}
        emptyText={t('access.noMatch')}
        onChange={onChange}
      />
    </div>
  );
}
