import { Tabs } from '@base-ui/react/tabs';
import { ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { isWebAddress } from '../../../lib/addresses/parse-url';
import { articleImage } from '../../../lib/images/article-image';
import { localImageNames } from '../../../lib/images/local-image';
import { readPrivate } from '../../../storage/private-settings';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { TextField } from '../../../ui/fields/text-field';
import { toast } from '../../../ui/states/toast';
import { useEditor, useWorkbench } from '../editor-context';
import { ImageHostForm, useHostDrafts } from './image-host-form';
import { imageText, inArticle } from './image-text';
import { externalImages } from './rehost';
import { useImages } from './use-images';
import { useInsertImages } from './use-insert-images';

const tabStyle =
  'h-8 rounded-md px-3 text-ink-soft text-sm hover:bg-hover aria-selected:bg-accent-soft aria-selected:font-medium aria-selected:text-accent-text pointer-coarse:h-11';

/** Uploads images, inserts one by its address, and holds the settings of the image host. */
export function ImageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tools');
  const [tab, setTab] = useState('upload');
  const [address, setAddress] = useState('');
  const host = useHostDrafts();
  return (
    <Dialog
      isOpen
      isWide
      // Only one tab stands in the page.
      hasInput={address !== '' || host.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('images.title')}
    >
      <Tabs.Root value={tab} onValueChange={(next: string) => setTab(next)}>
        <Tabs.List className="mb-4 flex gap-1 border-line border-b pb-2">
          <Tabs.Tab value="upload" className={tabStyle}>
            {t('images.upload')}
          </Tabs.Tab>
          <Tabs.Tab value="host" className={tabStyle}>
            {t('images.host')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="upload" className="outline-none">
          <UploadPanel
            address={address}
            onAddress={setAddress}
            onClose={onClose}
            onSetUp={() => setTab('host')}
          />
        </Tabs.Panel>
        <Tabs.Panel value="host" className="outline-none">
          <ImageHostForm host={host} onSaved={() => setTab('upload')} />
        </Tabs.Panel>
      </Tabs.Root>
    </Dialog>
  );
}

interface LocalRowProps {
  onClose: () => void;
  /** Opens the settings of the host. */
  onSetUp: () => void;
}

interface UploadPanelProps extends LocalRowProps {
  /** The address of an image that is typed. */
  address: string;
  onAddress: (address: string) => void;
}

function UploadPanel({ address, onAddress, onClose, onSetUp }: UploadPanelProps) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const { isBusy, failure, take } = useFiles(onClose);
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  return (
    <div className="flex flex-col gap-5">
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void take([...event.dataTransfer.files]);
        }}
        className={`grid min-h-36 w-full place-content-center justify-items-center gap-2 rounded-lg border border-dashed px-4 text-ink-soft hover:bg-hover ${isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong'}`}
      >
        <ImageUp size={24} strokeWidth={1.5} aria-hidden />
        <span className="font-medium text-ink">{t(isBusy ? 'images.opening' : 'images.pick')}</span>
        <span className="text-ink-faint text-xs">{t('images.limits')}</span>
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept=".jpg,.jpeg,.png,.gif,.webp,.heic,.heif,.avif,.svg"
        aria-label={t('images.pick')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again.
          target.value = '';
          void take(files);
        }}
      />
      {failure !== null && (
        <p role="alert" className="-mt-2 wrap-anywhere text-danger text-sm">
          {failure}
        </p>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const source = workbench.source;
          if (address.trim() === '') return;
          if (!isWebAddress(address.trim())) return setIsRefused(true);
          if (source === null) return;
          const insert = imageText('', address.trim());
          onClose();
          const edit = inArticle(source.selected(), insert, [2, 2]);
          if (edit !== null) source.apply(edit);
        }}
      >
        <TextField
          label={t('images.address')}
          type="url"
          placeholder="https://"
          value={address}
          error={isRefused ? t('images.addressInvalid') : undefined}
          onChange={(next) => {
            setIsRefused(false);
            onAddress(next);
          }}
          end={
            <Button variant="secondary" type="submit" className="pointer-coarse:h-11">
              {t('images.insert')}
            </Button>
          }
        />
      </form>
      <LocalRow onClose={onClose} onSetUp={onSetUp} />
      <RehostRow />
    </div>
  );
}

/** Opens the files that are chosen: the dialog closes once all of them fit into an article, and says why one does not. */
function useFiles(onClose: () => void) {
  const { t } = useTranslation('tools');
  const insert = useInsertImages();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const take = async (files: readonly File[]) => {
    if (files.length === 0 || isBusy) return;
    setIsBusy(true);
    setFailure(null);
    const fit: File[] = [];
    for (const file of files) {
      try {
        fit.push(await articleImage(file));
      } catch (error) {
        const reason = errorText(t, error);
        setFailure(files.length === 1 ? reason : t('images.refused', { name: file.name, reason }));
        setIsBusy(false);
        return;
      }
    }
    if (!isOpen.current) return;
    onClose();
    insert(fit);
  };
  return { isBusy, failure, take };
}

/** Says where images are kept, and uploads those of the article that are only in this browser. */
function LocalRow({ onClose, onSetUp }: LocalRowProps) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const images = useImages();
  const [count] = useState(() => localImageNames(workbench.text).length);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const hasHost = readPrivate('imageHost') !== null;
  const upload = () => {
    images.uploadAll().catch((error: unknown) => {
      toast.failure(errorText(t, error), { id: 'image' });
    });
    onClose();
  };
  return (
    <div className="flex items-center justify-between gap-4 border-line border-t pt-4 max-sm:flex-col max-sm:items-start max-sm:gap-2">
      <p className="text-ink-soft text-sm">
        {count > 0 ? t('images.local', { count }) : t(hasHost ? 'images.toHost' : 'images.kept')}
      </p>
      {hasHost ? (
        count > 0 &&
        !isReadOnly && (
          <Button variant="secondary" className="shrink-0" onClick={upload}>
            {t('images.uploadAll')}
          </Button>
        )
      ) : (
        <Button className="shrink-0 max-sm:-ml-3" onClick={onSetUp}>
          {t('images.setUp')}
        </Button>
      )}
    </div>
  );
}

/** Moves all external images of the article to the author's host. */
function RehostRow() {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const images = useImages();
  const [addresses] = useState(() => externalImages(workbench.text));
  const [done, setDone] = useState<number | null>(null);
  if (addresses.length === 0 || readPrivate('imageHost') === null) return null;
  const run = async () => {
    const postId = workbench.post?.id ?? null;
    setDone(0);
    const failed: unknown[] = [];
    for (const [index, address] of addresses.entries()) {
      try {
        await images.moveToHost(postId, address);
      } catch (error) {
        failed.push(error);
      }
      setDone(index + 1);
    }
    setDone(null);
    const moved = addresses.length - failed.length;
    if (moved > 0) toast.success(t('images.rehosted', { count: moved }));
    if (failed.length > 0) {
      toast.failure(t('images.rehostFailed', { count: failed.length }), {
        id: 'rehost',
        description: errorText(t, failed[0]),
      });
    }
  };
  return (
    <div className="flex items-center justify-between gap-4 border-line border-t pt-4 max-sm:flex-col max-sm:items-start max-sm:gap-2">
      <p className="text-ink-soft text-sm">{t('images.outside', { count: addresses.length })}</p>
      <Button variant="secondary" disabled={done !== null} onClick={() => void run()}>
        {done === null
          ? t('images.rehost')
          : t('images.rehosting', { done, count: addresses.length })}
      </Button>
    </div>
  );
}
