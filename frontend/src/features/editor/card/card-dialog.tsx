import { Download, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PHONE_PX } from '../../../config/constants';
import { errorText } from '../../../i18n/error-text';
import { download } from '../../../lib/browser/download';
import { loadPart } from '../../../lib/browser/load-part';
import { fileName } from '../../../lib/files/file-name';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Segments } from '../../../ui/fields/segments';
import { toast } from '../../../ui/states/toast';
import { useWorkbench } from '../editor-context';
import { exportArticle } from '../export/export-article';
import { useExportParts } from '../export/parts-context';
import { cardImages } from './card-image';

/** Height of a page for its width. */
const SHAPES = { long: null, portrait: 4 / 3, tall: 16 / 9, square: 1 } as const;
type Shape = keyof typeof SHAPES;
const RATIOS = [2, 3] as const;

/** The article as one long picture or as pages of a chosen shape. Source: specification §2 and §9. */
export function CardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tools', 'app']);
  const workbench = useWorkbench();
  const [shape, setShape] = useState<Shape>('long');
  const [ratio, setRatio] = useState<2 | 3>(2);
  const { pages, error } = useCards(shape, ratio);
  const save = async () => {
    if (pages === null) return;
    const name = fileName(workbench.name);
    const first = pages[0];
    if (pages.length === 1 && first !== undefined) {
      download(`${name}.png`, 'image/png', first.blob);
    } else {
      const { zipSync } = await loadPart(() => import('fflate'));
      const files: Record<string, Uint8Array> = {};
      for (const [index, page] of pages.entries()) {
        const number = String(index + 1).padStart(2, '0');
        files[`${name}-${number}.png`] = new Uint8Array(await page.blob.arrayBuffer());
      }
      // PNG is compressed already.
      download(`${name}.zip`, 'application/zip', new Blob([zipSync(files, { level: 0 }).slice()]));
    }
    toast.success(t('card.saved', { count: pages.length }));
    onClose();
  };
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('command.card')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app:dialog.cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={pages === null}
            onClick={() => {
              save().catch((failure: unknown) =>
                toast.failure(errorText(t, failure), { id: 'card' }),
              );
            }}
          >
            <Download size={14} aria-hidden />
            <span>{t('card.save')}</span>
          </Button>
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-3">
        <div className="min-w-64 grow">
          <Segments
            label={t('card.shape')}
            value={shape}
            options={(Object.keys(SHAPES) as Shape[]).map((value) => ({
              value,
              label: t(`card.shapes.${value}`),
            }))}
            onChange={setShape}
          />
        </div>
        <div className="w-40">
          <Segments
            label={t('card.ratio')}
            value={ratio}
            options={RATIOS.map((value) => ({ value, label: `${PHONE_PX * value} px` }))}
            onChange={setRatio}
          />
        </div>
      </div>
      <Cards pages={pages} error={error} />
      {pages !== null && (
        <p className="mt-2 text-ink-faint text-xs">
          {t(shape === 'long' && pages.length > 1 ? 'card.pieces' : 'card.count', {
            count: pages.length,
          })}
        </p>
      )}
    </Dialog>
  );
}

interface CardPage {
  blob: Blob;
  url: string;
}

function Cards({ pages, error }: { pages: readonly CardPage[] | null; error: unknown }) {
  const { t } = useTranslation('tools');
  return (
    <div
      data-testid="cards"
      aria-busy={pages === null && error === null}
      className="scroll-thin flex min-h-64 gap-4 overflow-x-auto rounded-lg bg-canvas p-4"
    >
      {error !== null && (
        <p role="alert" className="m-auto text-danger">
          {errorText(t, error)}
        </p>
      )}
      {pages === null && error === null && (
        <LoaderCircle
          size={24}
          className="m-auto animate-spin text-ink-faint"
          aria-label={t('card.drawing')}
        />
      )}
      {pages?.map((page, index) => (
        <img
          key={page.url}
          src={page.url}
          alt={t('card.page', { page: index + 1, count: pages.length })}
          className="max-h-[46dvh] w-auto self-start shadow-paper"
        />
      ))}
    </div>
  );
}

/** The pages, drawn again after every change. */
function useCards(shape: Shape, ratio: number) {
  const workbench = useWorkbench();
  const parts = useExportParts();
  const [state, setState] = useState<{
    pages: CardPage[] | null;
    error: unknown;
  }>({ pages: null, error: null });
  useEffect(() => {
    let isHere = true;
    let urls: string[] = [];
    setState({ pages: null, error: null });
    const draw = async () => {
      const { html } = await exportArticle(workbench, { target: 'wechat', isStill: true }, parts);
      const high = SHAPES[shape];
      const pageHeight = high === null ? null : Math.round(PHONE_PX * high);
      return cardImages(html, { width: PHONE_PX, pageHeight, ratio });
    };
    draw().then(
      (blobs) => {
        if (!isHere) return;
        const pages = blobs.map((blob) => ({ blob, url: URL.createObjectURL(blob) }));
        urls = pages.map(({ url }) => url);
        setState({ pages, error: null });
      },
      (error: unknown) => isHere && setState({ pages: null, error }),
    );
    return () => {
      isHere = false;
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [workbench, parts, shape, ratio]);
  return state;
}
