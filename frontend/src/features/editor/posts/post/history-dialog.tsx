import { Bookmark, History, RotateCcw, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceText } from '../../../../i18n/distance';
import { errorText } from '../../../../i18n/error-text';
import { whenIdle } from '../../../../lib/browser/when-idle';
import { classNames } from '../../../../lib/class-names';
import { formatMoment } from '../../../../lib/time/dates';
import { deleteVersion, getPost, nameVersion, putBackVersion } from '../../../../storage/posts';
import type { HistoryEntry } from '../../../../storage/schema';
import { markRestored } from '../../../../storage/sync/incoming';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { DiffView } from '../../../../ui/diff-view';
import { inputStyle } from '../../../../ui/fields/text-field';
import { toast } from '../../../../ui/states/toast';
import { useEditor, useWorkbench } from '../../editor-context';
import { useSyncParts } from '../../sync-slots';
import { textUndoAction } from '../../text-undo-action';

/** The versions of the open post: compares, names and restores them. */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const { versions, setVersions } = useVersions();
  const [picked, pick] = useState<HistoryEntry | null>(null);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const sync = useSyncParts();
  const version = picked ?? versions?.[0] ?? null;
  const restore = async (from: HistoryEntry) => {
    const { post } = workbench;
    if (post !== null) await markRestored(post, from.content);
    const undo = await workbench.rewrite(from.content);
    onClose();
    toast.success(t('history.restored'), { action: textUndoAction(undo, t('pane.undo'), t) });
  };
  const change = async (history: Promise<HistoryEntry[]>) => {
    try {
      setVersions(newestFirst(await history));
      pick(null);
      return true;
    } catch (error) {
      toast.failure(errorText(t, error));
      return false;
    }
  };
  const remove = async (gone: HistoryEntry) => {
    const { post } = workbench;
    if (post === null || !(await change(deleteVersion(post.id, gone)))) return;
    toast.success(t('history.deleted'), {
      id: 'version',
      action: {
        label: t('pane.undo'),
        onSelect: () => void change(putBackVersion(post.id, gone)),
      },
    });
  };
  const local = (
    <div className="mt-3 flex min-h-0 grow border-line border-t max-md:flex-col">
      <div className="flex w-80 shrink-0 flex-col border-line border-r max-md:max-h-[42%] max-md:w-full max-md:border-r-0 max-md:border-b">
        <NameVersion onNamed={(history) => setVersions(newestFirst(history))} />
        {versions !== null && <VersionList versions={versions} picked={version} onPick={pick} />}
      </div>
      <div className="flex min-h-0 min-w-0 grow flex-col">
        {version === null ? (
          <p className="px-6 py-10 text-center text-ink-soft">
            {versions !== null && t('history.empty')}
          </p>
        ) : (
          <>
            <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
              <p className="min-w-0 grow text-ink-soft text-sm">{t('history.legend')}</p>
              <Button size="sm" onClick={() => void remove(version)}>
                <Trash2 size={14} aria-hidden />
                <span>{t('history.delete')}</span>
              </Button>
              <Button
                size="sm"
                variant="primary"
                disabled={isReadOnly}
                onClick={() => void restore(version)}
              >
                <RotateCcw size={14} aria-hidden />
                <span>{t('history.restore')}</span>
              </Button>
            </div>
            <Comparison version={version} />
          </>
        )}
      </div>
    </div>
  );
  return (
    <Dialog
      form="full"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('history.title', { title: workbench.name || t('post.untitled') })}
      description={t('history.advice')}
    >
      {sync === null ? local : <sync.ServerHistory onClose={onClose} fallback={local} />}
    </Dialog>
  );
}

function Comparison({ version }: { version: HistoryEntry }) {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  if (version.content === workbench.text) {
    return <p className="px-6 py-10 text-center text-ink-soft">{t('history.same')}</p>;
  }
  return <DiffView before={version.content} after={workbench.text} />;
}

/** The stored versions, read after the open post was saved. */
function useVersions() {
  const workbench = useWorkbench();
  const { t } = useTranslation();
  const [versions, setVersions] = useState<HistoryEntry[] | null>(null);
  useEffect(() => {
    let isHere = true;
    const load = async () => {
      await workbench.saveWithFields();
      const { post } = workbench;
      const stored = post === null ? undefined : await getPost(post.id);
      if (isHere) setVersions(newestFirst(stored?.history ?? []));
    };
    load().catch((error: unknown) => toast.failure(errorText(t, error)));
    return () => {
      isHere = false;
    };
  }, [workbench, t]);
  return { versions, setVersions };
}

function newestFirst(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.toReversed();
}

/** Saves the current text as a named version. */
function NameVersion({ onNamed }: { onNamed: (history: HistoryEntry[]) => void }) {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const [name, setName] = useState('');
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const { post } = workbench;
    if (post === null || name.trim() === '') return;
    try {
      onNamed(await nameVersion(post.id, workbench.text, name.trim()));
      setName('');
    } catch (error) {
      toast.failure(errorText(t, error));
    }
  };
  return (
    <form className="flex shrink-0 gap-2 p-3" onSubmit={(event) => void handleSubmit(event)}>
      <input
        aria-label={t('history.name')}
        placeholder={t('history.name')}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        className={inputStyle}
      />
      <Button
        type="submit"
        variant="secondary"
        className="pointer-coarse:h-11"
        disabled={name.trim() === ''}
      >
        {t('history.keep')}
      </Button>
    </form>
  );
}

const isoOf = ({ datetime }: HistoryEntry) => new Date(datetime).toISOString();

interface VersionListProps {
  versions: HistoryEntry[];
  picked: HistoryEntry | null;
  onPick: (version: HistoryEntry) => void;
}

function VersionList({ versions, picked, onPick }: VersionListProps) {
  const { t, i18n } = useTranslation('library');
  const [now] = useState(() => Date.now());
  return (
    <ul
      aria-label={t('history.list')}
      className="scroll-thin min-h-0 grow overflow-y-auto px-2 pb-3"
    >
      {versions.map((version, i) => {
        const Icon = version.name === undefined ? History : Bookmark;
        return (
          // Two versions of the same millisecond differ by their position.
          // biome-ignore lint/suspicious/noArrayIndexKey: see the line above.
          <li key={`${version.datetime} ${i}`}>
            <button
              type="button"
              aria-current={version === picked}
              onClick={() => onPick(version)}
              className={classNames(
                'flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover pointer-coarse:py-3',
                version === picked && 'bg-accent-soft text-accent-text hover:bg-accent-soft',
              )}
            >
              <Icon size={14} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
              <span className="min-w-0 grow">
                {version.name !== undefined && (
                  <span className="block truncate font-medium">{version.name}</span>
                )}
                <span
                  className={version.name === undefined ? 'block' : 'block text-ink-soft text-xs'}
                >
                  {distanceText(i18n, isoOf(version), now)}
                </span>
                <time dateTime={isoOf(version)} className="block text-ink-faint text-xs">
                  {formatMoment(i18n.language, isoOf(version))}
                </time>
              </span>
              <Size text={version.content} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The length of a version, counted as the status bar counts the article: one at a time, since two hundred take long. */
function Size({ text }: { text: string }) {
  const { t } = useTranslation('library');
  const { renderer } = useWorkbench();
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const length = () => (text === '' ? 0 : (renderer.statsOf(text)?.characters ?? null));
    return whenIdle(() => setCount(length()), 0);
  }, [renderer, text]);
  if (count === null) return null;
  return (
    <span className="mt-0.5 shrink-0 text-ink-faint text-xs tabular-nums">
      {t('history.size', { count })}
    </span>
  );
}
