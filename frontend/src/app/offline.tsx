import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UPDATE_CHECK_MS } from '../config/constants';
import { env } from '../config/env';
import { mayLeave } from '../lib/browser/leave-guards';
import { toast } from '../ui/states/toast';

const TOAST = 'update';

/**
 * Keeps the app for use without a network, and offers a new version when one is ready.
 *
 * A new version never takes over by itself: it waits until the author asks for it, and until the text is saved.
 */
export function Offline() {
  const { t } = useTranslation();
  const words = useRef(t);
  words.current = t;
  useEffect(() => {
    if (env.isDevelopment || !('serviceWorker' in navigator)) return;
    let isHere = true;
    let timer: ReturnType<typeof setInterval> | undefined;
    const offer = (worker: ServiceWorker) => {
      toast.note(words.current('update.ready'), {
        id: TOAST,
        isLasting: true,
        action: { label: words.current('update.reload'), onSelect: () => void change(worker) },
      });
    };
    const change = async (worker: ServiceWorker) => {
      if (!(await mayLeave())) {
        toast.failure(words.current('update.unsaved'), { id: TOAST });
        return;
      }
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      });
      worker.postMessage('takeOver');
    };
    const watch = (registration: ServiceWorkerRegistration | undefined) => {
      // A browser that keeps workers out may answer with nothing.
      if (!isHere || registration === undefined) return;
      // A first worker replaces nothing. Who controls the page does not tell it: WebKit says that the first worker does
      // before it says that it is installed.
      const isUpdate = (worker: ServiceWorker) =>
        registration.active !== null && registration.active !== worker;
      const { waiting } = registration;
      if (waiting !== null && isUpdate(waiting)) offer(waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        if (worker === null || !isUpdate(worker)) return;
        worker.addEventListener('statechange', () => {
          if (worker.state === 'installed' && isHere) offer(worker);
        });
      });
      timer = setInterval(() => registration.update().catch(() => undefined), UPDATE_CHECK_MS);
    };
    const start = () => {
      // Without it the app works as before, only not offline.
      navigator.serviceWorker.register('/service-worker.js').then(watch, () => undefined);
    };
    // What the first screen needs goes first.
    const idle = setTimeout(start, 3000);
    return () => {
      isHere = false;
      clearTimeout(idle);
      clearInterval(timer);
    };
  }, []);
  return null;
}
