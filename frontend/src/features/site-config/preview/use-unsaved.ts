import { useEffect, useState } from 'react';
import type { SettingsTab, TabSettings } from '../../../api/site-settings';
import { useStore } from '../../../ui/hooks/use-store';
import type { SiteDrafts } from '../draft/site-drafts';

export type Unsaved = Partial<TabSettings>;

/** What is written in the tabs of a site and not saved. The same object as long as nothing changes. */
export function useUnsaved(drafts: SiteDrafts): Unsaved {
  const { drafts: opened } = useStore(drafts);
  const [unsaved, setUnsaved] = useState<Unsaved>(() => unsavedOf(opened));
  useEffect(() => {
    const update = () =>
      setUnsaved((before) => {
        const now = unsavedOf(opened);
        return isSameUnsaved(before, now) ? before : now;
      });
    update();
    const stops = Object.values(opened).map((draft) => draft?.subscribe(update));
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [opened]);
  return unsaved;
}

/** What is written in these drafts and not saved. Pages do not show redirects. */
export function unsavedOf(opened: ReturnType<SiteDrafts['get']>['drafts']): Unsaved {
  const tabs = Object.entries(opened).filter(
    ([tab, draft]) => tab !== 'redirects' && draft?.get().isDirty,
  );
  return Object.fromEntries(tabs.map(([tab, draft]) => [tab, draft?.get().value]));
}

/** Values of drafts are replaced and never changed in place. */
function isSameUnsaved(a: Unsaved, b: Unsaved): boolean {
  const tabs = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<SettingsTab>;
  return [...tabs].every((tab) => a[tab] === b[tab]);
}
