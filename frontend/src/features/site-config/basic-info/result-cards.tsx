import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BasicInfo } from '../../../api/site-settings';
import { parseUrl } from '../../../lib/addresses/parse-url';
import { useDraftState } from '../draft/use-draft';
import { useSite } from '../site/site-context';

/** Characters of a description that search engines show. */
const SNIPPET_CHARS = 160;

/** The site as a search engine lists it. */
export function SearchResultCard() {
  const { t } = useTranslation('siteConfig');
  const { site } = useSite();
  const { name, description, icon } = useDraftState<BasicInfo>().value;
  const text = [...(description || t('basicInfo.noDescription'))];
  const snippet = text.slice(0, SNIPPET_CHARS).join('');
  return (
    <figure className="rounded-lg border border-line p-4">
      <figcaption className="mb-2 text-ink-faint text-xs">{t('basicInfo.searchResult')}</figcaption>
      <div className="flex items-center gap-2.5">
        <span className="grid size-7 shrink-0 place-items-center overflow-hidden rounded-full bg-hover">
          {icon ? (
            <img src={icon.url} alt="" className="size-5 object-contain" />
          ) : (
            <Globe size={14} className="text-ink-faint" aria-hidden />
          )}
        </span>
        <span className="min-w-0">
          <span className="block truncate text-ink text-sm">{name}</span>
          <span className="block truncate text-ink-faint text-xs">{site.url}</span>
        </span>
      </div>
      <p className="mt-2 truncate text-accent-text text-lg">{name || t('basicInfo.noName')}</p>
      <p className="mt-0.5 break-words text-ink-soft text-sm">
        {text.length > SNIPPET_CHARS ? `${snippet}…` : snippet}
      </p>
    </figure>
  );
}

/** The site as a chat shows it where somebody shares it; without an image it is text alone. */
export function ShareCard() {
  const { t } = useTranslation('siteConfig');
  const { site } = useSite();
  const { name, description, shareImage } = useDraftState<BasicInfo>().value;
  return (
    <figure className="rounded-lg border border-line p-4">
      <figcaption className="mb-2 text-ink-faint text-xs">{t('basicInfo.shareCard')}</figcaption>
      <div className="max-w-[420px] overflow-hidden rounded-md border border-line">
        {shareImage && (
          <img
            src={shareImage.url}
            alt={shareImage.alt}
            className="aspect-[1200/630] w-full object-cover"
          />
        )}
        <div className="bg-hover px-3 py-2">
          <p className="truncate text-ink-faint text-xs">{hostOf(site.url)}</p>
          <p className="truncate font-medium text-base text-ink">{name || t('basicInfo.noName')}</p>
          <p className="truncate text-ink-soft text-sm">{description}</p>
        </div>
      </div>
    </figure>
  );
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}
