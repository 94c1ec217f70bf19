import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { decodeAddress } from '../../../lib/addresses/percent-encoding';
import { useMissingMedia } from './use-releases';

/** Names the documents whose diagrams will be drawn, and those with images that nobody can load. */
export function MissingMediaNotice() {
  const { t } = useTranslation('siteConfig');
  const { data } = useMissingMedia();
  const documents = data?.documents ?? [];
  const undrawn = documents.filter(({ sources }) => sources.length > 0);
  const withoutImages = documents.filter(({ images }) => images.length > 0);
  const nDiagrams = new Set(undrawn.flatMap(({ sources }) => sources)).size;
  const nImages = withoutImages.reduce((sum, { images }) => sum + images.length, 0);
  return (
    <>
      {nImages > 0 && (
        <Notice summary={t('publish.images', { count: nImages })}>
          <p className="mt-1.5 text-ink-soft">{t('publish.imagesHelp')}</p>
          <ul className="mt-1.5 flex flex-col gap-1.5 pl-4 text-ink-soft">
            {withoutImages.map(({ id, title, images }) => (
              <li key={id} className="wrap-anywhere">
                <span className="text-ink">{title}</span>
                {images.map((address) => (
                  <code key={address} className="block text-xs">
                    {decodeAddress(address)}
                  </code>
                ))}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {nDiagrams > 0 && (
        <Notice summary={t('publish.diagrams', { count: nDiagrams })}>
          <ul className="mt-1.5 flex flex-col gap-0.5 pl-4 text-ink-soft">
            {undrawn.map(({ id, title }) => (
              <li key={id} className="break-words">
                {title}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Notice({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="rounded-lg border border-line px-3 py-2 text-sm">
      <summary className="cursor-pointer text-ink marker:text-ink-faint pointer-coarse:py-1.5">
        {summary}
      </summary>
      {children}
    </details>
  );
}
