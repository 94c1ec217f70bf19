import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type PreviewRequest, previewSite } from '../../../api/site-preview';
import { addressOf } from '../../../api/team-rights';
import { PREVIEW_DEBOUNCE_MS } from '../../../config/preview';
import { useDebouncedValue } from '../../../ui/hooks/use-debounced-value';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';
import { useUnsaved } from './use-unsaved';

/** The page of the preview with what is written now. A page that is asked for anew cancels the one before. */
export function usePreviewPage(request: Omit<PreviewRequest, 'drafts'>) {
  const { team, site, drafts } = useSite();
  const teamId = addressOf(team);
  const unsaved = useDebouncedValue(useUnsaved(drafts), PREVIEW_DEBOUNCE_MS);
  return useQuery({
    // What is saved or published elsewhere makes another page of the same drafts.
    queryKey: [...siteKey(site.id), 'preview', site.updatedAt, request, unsaved],
    queryFn: ({ signal }) =>
      previewSite(teamId, site.id, { ...request, drafts: unsaved } as PreviewRequest, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}
