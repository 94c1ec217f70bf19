import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PREVIEW_READY_MS } from '../../../config/preview';
import { Button } from '../../../ui/buttons/button';
import { type FrameMessage, type ParentMessage, readMessage } from './messages';
import { useScale } from './use-scale';

interface PreviewFrameProps {
  /** Address of the empty frame, of another origin. */
  src: string;
  title: string;
  html: string | undefined;
  /** Width at which the page is shown, in CSS pixels. */
  widthPx: number;
  /** The setting that is being edited. */
  field: string | null;
  onMessage: (message: FrameMessage) => void;
}

/** Shows a page in a frame that may run its own scripts and reach nothing of the console. */
export function PreviewFrame({ src, title, html, widthPx, field, onMessage }: PreviewFrameProps) {
  const { t } = useTranslation('siteConfig');
  const frame = useRef<HTMLIFrameElement>(null);
  const { box, scale, heightPx } = useScale(widthPx);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [nTries, setNTries] = useState(0);
  const latest = useRef(onMessage);
  latest.current = onMessage;

  useEffect(() => {
    const handle = (event: MessageEvent) => {
      // The frame has no origin of its own, so that its window is what tells it from others.
      if (event.source === null || event.source !== frame.current?.contentWindow) return;
      const message = readMessage(event.data);
      if (message === null) return;
      if (message.type === 'ready') setState('ready');
      else latest.current(message);
    };
    window.addEventListener('message', handle);
    return () => window.removeEventListener('message', handle);
  }, []);

  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('failed'), PREVIEW_READY_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const isReady = state === 'ready';
  useEffect(() => {
    if (isReady && html !== undefined) send(frame.current, { type: 'page', html });
  }, [isReady, html]);
  useEffect(() => {
    if (isReady && field !== null) send(frame.current, { type: 'field', field });
  }, [isReady, field]);

  const retry = () => {
    setState('loading');
    setNTries(nTries + 1);
  };
  return (
    <div ref={box} className="relative min-h-0 grow overflow-hidden bg-canvas">
      <iframe
        key={nTries}
        ref={frame}
        src={src}
        title={title}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        style={{ width: widthPx, height: heightPx, transform: `scale(${scale})` }}
        className="absolute top-0 left-1/2 origin-top -translate-x-1/2 border-0 bg-surface"
      />
      {state === 'failed' && (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center gap-4 bg-canvas p-6 text-center"
        >
          <p className="max-w-[28em] text-base text-ink-soft">{t('preview.frameFailed')}</p>
          <Button variant="secondary" className="justify-self-center" onClick={retry}>
            {t('preview.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

function send(frame: HTMLIFrameElement | null, message: ParentMessage): void {
  // A sandboxed frame has no origin that could be named.
  frame?.contentWindow?.postMessage(message, '*');
}
