/** The part of the browser's extension API that is used. */
interface ExtensionTabs {
  query(what: { active: true; currentWindow: true }): Promise<{ id?: number }[]>;
  sendMessage(tab: number, message: object): Promise<unknown>;
}

const EVENT = 'copyToMp';

/** Raises the event that carries the finished HTML. Source: specification §1, browser-extension hook. */
export function raiseCopyToMp(content: string): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: { content } }));
}

/** Whether an extension handles the event: this page belongs to one, or one has set its mark on the page. */
export function hasExtension(): boolean {
  return tabs() !== null || document.documentElement.dataset.moyanExtension === 'true';
}

/**
 * Forwards the event to the active tab as a message of type `copyToMp`; outside an extension nothing happens.
 *
 * Returns how to stop.
 */
export function forwardCopyToMp(): () => void {
  const api = tabs();
  if (api === null) return () => undefined;
  const handleEvent = (event: Event) => {
    const content: unknown = (event as CustomEvent<{ content?: unknown }>).detail?.content;
    if (typeof content !== 'string') return;
    api
      .query({ active: true, currentWindow: true })
      .then(([tab]) => tab?.id !== undefined && api.sendMessage(tab.id, { type: EVENT, content }))
      // The tab may not listen; the clipboard has the article as well.
      .catch(() => undefined);
  };
  addEventListener(EVENT, handleEvent);
  return () => removeEventListener(EVENT, handleEvent);
}

function tabs(): ExtensionTabs | null {
  const { chrome } = globalThis as { chrome?: { tabs?: ExtensionTabs } };
  return chrome?.tabs ?? null;
}
