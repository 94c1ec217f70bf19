import { Trash2 } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../../i18n';
import { errorText } from '../../../../i18n/error-text';
import { formatSize } from '../../../../lib/numbers';
import { formatMoment } from '../../../../lib/time/dates';
import { type BinnedBase, deleteBinned, listBinned } from '../../../../storage/base-bin';
import { type BinnedPost, deleteBinnedPosts, listBinnedPosts } from '../../../../storage/post-bin';
import { Button } from '../../../../ui/buttons/button';
import { IconButton } from '../../../../ui/buttons/icon-button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { toast } from '../../../../ui/states/toast';
import { useLibrary } from '../library/library-context';
import { ConfirmDeletion } from '../rename/name-form';

/** Articles shown at first, and more with each press. */
const SHOWN = 100;

interface Bin {
  bases: readonly BinnedBase[];
  posts: readonly BinnedPost[];
}

/** What is to be deleted for good, once the author says so. */
type Asking =
  | { kind: 'post'; post: BinnedPost }
  | { kind: 'base'; bin: BinnedBase }
  | { kind: 'all' };

/** Where it stands in the list, bases first. */
function rowOf({ bases, posts }: Bin, asking: Asking): number {
  if (asking.kind === 'post') return bases.length + posts.indexOf(asking.post);
  return asking.kind === 'base' ? bases.indexOf(asking.bin) : 0;
}

async function readBin(): Promise<Bin> {
  const [bases, posts] = await Promise.all([listBinned(), listBinnedPosts()]);
  return { bases: [...bases].sort((a, b) => b.deletedAt - a.deletedAt), posts };
}

/** What is in the bin, and what can be done with it; `list` holds its rows. */
function useBin(list: RefObject<HTMLUListElement | null>) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const [bin, setBin] = useState<Bin | null>(null);
  const fail = useCallback(
    (error: unknown) => toast.failure(errorText(t, error), { id: 'bin' }),
    [t],
  );
  useEffect(() => {
    readBin().then(setBin, fail);
  }, [fail]);
  /** Does something with a row, which is gone then. */
  const change = async (row: number, work: () => Promise<unknown>) => {
    try {
      await work();
      const next = await readBin();
      // Before the row goes: a dialog whose focused element is removed takes the focus itself, a frame later.
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-restore]');
      (buttons?.[row + 1] ?? buttons?.[row - 1])?.focus();
      setBin(next);
    } catch (error) {
      fail(error);
    }
  };
  const restorePost = (row: number, post: BinnedPost) =>
    change(row, async () => {
      if (await library.restoreBinnedPost(post))
        toast.success(t('bin.restored', { title: post.title }));
    });
  const restoreBase = (row: number, { base }: BinnedBase) =>
    change(row, async () => {
      await library.restoreBinnedBase(base.id);
      toast.success(t('bin.restored', { title: base.name }));
    });
  const remove = (what: Asking) => {
    if (bin === null) return;
    void change(rowOf(bin, what), async () => {
      if (what.kind === 'post') await deleteBinnedPosts([what.post]);
      else if (what.kind === 'base') await deleteBinned(what.bin.base.id);
      else {
        await deleteBinnedPosts(bin.posts);
        for (const { base } of bin.bases) await deleteBinned(base.id);
      }
    });
  };
  return { bin, restorePost, restoreBase, remove };
}

/** What was deleted in the last thirty days, in this browser and elsewhere, with a way to have each back. */
export function BinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['library', 'app']);
  const [nShown, setNShown] = useState(SHOWN);
  const [asking, setAsking] = useState<Asking | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { bin, restorePost, restoreBase, remove } = useBin(list);
  if (bin === null) return null;
  const { bases, posts } = bin;
  const isEmpty = bases.length + posts.length === 0;
  const nMore = posts.length - nShown;
  return (
    <>
      <Dialog
        isOpen
        isWide
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={t('bin.title')}
        description={t('bin.advice')}
        {...(!isEmpty && {
          actions: (
            <>
              <Size posts={posts} />
              <Button variant="secondary" onClick={() => setAsking({ kind: 'all' })}>
                {t('bin.empty')}
              </Button>
            </>
          ),
        })}
      >
        {isEmpty ? (
          <p role="status" className="py-6 text-center text-ink-soft text-sm">
            {t('bin.none')}
          </p>
        ) : (
          <ul ref={list} className="flex flex-col">
            {bases.map((one, row) => (
              <Row
                key={one.base.id}
                title={t('bin.base', { name: one.base.name, count: one.nDocuments })}
                about={<At deletedAt={one.deletedAt} />}
                name={one.base.name}
                onRestore={() => void restoreBase(row, one)}
                onDelete={() => setAsking({ kind: 'base', bin: one })}
              />
            ))}
            {posts.slice(0, nShown).map((post, i) => (
              <Row
                key={post.id}
                title={post.title}
                about={<At {...post} />}
                name={post.title}
                onRestore={() => void restorePost(bases.length + i, post)}
                onDelete={() => setAsking({ kind: 'post', post })}
              />
            ))}
          </ul>
        )}
        {nMore > 0 && (
          <Button className="mt-2 self-start" onClick={() => setNShown(nShown + SHOWN)}>
            {t('bin.more', { count: nMore })}
          </Button>
        )}
      </Dialog>
      {asking !== null && (
        <ConfirmDeletion
          title={
            asking.kind === 'all'
              ? t('bin.confirmAll')
              : t('bin.confirm', {
                  title: asking.kind === 'post' ? asking.post.title : asking.bin.base.name,
                })
          }
          advice={t('bin.final')}
          onConfirm={() => remove(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  title: string;
  about: React.ReactNode;
  name: string;
  onRestore: () => void;
  onDelete: () => void;
}

function Row({ title, about, name, onRestore, onDelete }: RowProps) {
  const { t } = useTranslation('library');
  return (
    <li className="flex items-center gap-2 border-line border-b py-2 last:border-b-0">
      <span className="min-w-0 grow">
        <span translate="no" className="block truncate text-ink">
          {title}
        </span>
        <span className="block break-words text-ink-soft text-xs">{about}</span>
      </span>
      <Button
        data-restore
        data-first-focus
        variant="secondary"
        aria-label={t('bin.restoreOne', { title: name })}
        onClick={onRestore}
      >
        {t('bin.restore')}
      </Button>
      <IconButton icon={Trash2} label={t('bin.deleteOne', { title: name })} onClick={onDelete} />
    </li>
  );
}

/** When it was deleted, and where it was. */
function At({ deletedAt, place, isByOthers }: Pick<BinnedPost, 'deletedAt'> & Partial<BinnedPost>) {
  const { t, i18n } = useTranslation('library');
  const time = formatMoment(i18n.language, deletedAt);
  const when = t(isByOthers ? 'bin.elsewhere' : 'bin.at', { time });
  return <>{place ? `${when} · ${place}` : when}</>;
}

/** What the articles take of the browser's storage. */
function Size({ posts }: { posts: readonly BinnedPost[] }) {
  const { t, i18n } = useTranslation('library');
  // The browser stores two bytes for a Chinese character.
  const bytes = posts.reduce((sum, { nChars }) => sum + nChars * 2, 0);
  const size = formatSize(localeOf(i18n), Math.ceil(bytes / 1000) * 1000);
  return (
    <p className="mr-auto self-center text-ink-soft text-xs">
      {t('bin.size', { count: posts.length, size })}
    </p>
  );
}
