import type { ComponentType } from 'react';
import { LoadState } from './load-state';
import { loaded } from './loaded';

/** A panel whose code is fetched when it is shown for the first time. One that does not arrive says so in its place. */
export function loadedPanel<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return loaded(load, NotLoaded, Waiting);
}

function NotLoaded({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="p-4">
      <LoadState error={error} onRetry={retry} />
    </div>
  );
}

function Waiting() {
  return (
    <div className="p-4">
      <LoadState error={null} onRetry={() => undefined} />
    </div>
  );
}
