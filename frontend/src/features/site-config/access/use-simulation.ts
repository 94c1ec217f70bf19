import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { simulateAccess } from '../../../api/site-access';
import type { Audience } from '../../../api/site-preview';
import type { AccessRules } from '../../../api/site-settings';
import { addressOf } from '../../../api/team-rights';
import { PREVIEW_DEBOUNCE_MS } from '../../../config/preview';
import { useDebouncedValue } from '../../../ui/hooks/use-debounced-value';
import { useDraftState } from '../draft/use-draft';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';
import { isReadable } from './levels';

/** What the server's gate makes of the rules of the form, saved or not. */
export function useSimulation(audience: Audience, documentId: string | null) {
  const { team, site } = useSite();
  const { value, saved } = useDraftState<AccessRules>();
  const access = useDebouncedValue(value, PREVIEW_DEBOUNCE_MS);
  return useQuery({
    // What is saved or published elsewhere is compared anew.
    queryKey: [
      ...siteKey(site.id),
      'simulation',
      site.updatedAt,
      saved,
      audience,
      documentId,
      access,
    ],
    queryFn: ({ signal }) =>
      simulateAccess(addressOf(team), site.id, { audience, documentId, access }, signal),
    enabled: isReadable(access),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}
