import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import { loaded } from '../states/loaded';
import { OpeningPart } from '../states/opening-part';
import { toast } from '../states/toast';

interface Closable {
  onClose: () => void;
}

/** A dialog whose code is fetched when it opens for the first time. One that does not arrive says so and closes. */
export function loadedDialog<P extends Closable>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return loaded(load, NotLoaded, Waiting);
}

function NotLoaded({ error, onClose }: Closable & { error: unknown }) {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure.
  useEffect(() => {
    toast.failure(errorText(t, error), { id: 'part' });
    onClose();
  }, [error]);
  return null;
}

function Waiting({ onClose }: Closable) {
  return <OpeningPart onCancel={onClose} />;
}
