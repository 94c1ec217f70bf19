import { KeyedError } from '../keyed-error';

/** What goes to the clipboard; without `html` it is plain text. */
interface ClipboardContent {
  html?: string;
  text: string;
}

/** The newest request. */
let newest = 0;

/**
 * Writes to the clipboard what `content` resolves to.
 *
 * Call it inside the click: the clipboard service is asked at once and gets the content later, because Safari refuses
 * a request made after the gesture has ended.
 * Without that service, or when it refuses, the content is copied from a real selection.
 *
 * - Errors: `clipboard.refused`, inside WeChat `clipboard.insideWeChat`, when neither way works; `clipboard.superseded` when something else was to be copied
 *   before the content was there, which then stays; whatever `content` rejects with.
 */
export async function writeClipboard(
  kind: 'rich' | 'plain',
  content: Promise<ClipboardContent>,
): Promise<void> {
  newest += 1;
  const request = newest;
  const wanted = content.then((value) => ifNewest(request, value));
  const refused = writeByService(kind, wanted).then(
    () => undefined,
    (error: unknown) => error ?? new Error('refused'),
  );
  const resolved = await wanted;
  const refusal = ifNewest(request, await refused);
  if (refusal !== undefined && !copySelection(resolved)) {
    // WeChat has no setting by which somebody could allow it.
    const isWeChat = /MicroMessenger\//.test(navigator.userAgent);
    const key = isWeChat ? 'clipboard.insideWeChat' : 'clipboard.refused';
    throw new KeyedError(key, 'the browser refused the clipboard', refusal);
  }
}

function ifNewest<T>(request: number, value: T): T {
  if (request === newest) return value;
  throw new KeyedError('clipboard.superseded', 'something else is copied');
}

async function writeByService(
  kind: 'rich' | 'plain',
  content: Promise<ClipboardContent>,
): Promise<void> {
  // Settled here once more, so that a rejection is reported by `writeClipboard` alone.
  content.catch(() => undefined);
  if (typeof ClipboardItem === 'undefined' || navigator.clipboard?.write === undefined) {
    throw new Error('no clipboard service');
  }
  const blob = (type: string, pick: (value: ClipboardContent) => string) => {
    const promise = content.then((value) => new Blob([pick(value)], { type }));
    promise.catch(() => undefined);
    return promise;
  };
  const item: Record<string, Promise<Blob>> = {
    'text/plain': blob('text/plain', (value) => value.text),
  };
  if (kind === 'rich') item['text/html'] = blob('text/html', (value) => value.html ?? '');
  await navigator.clipboard.write([new ClipboardItem(item)]);
}

/** Fallback: selects the content in the page and runs the copy command. */
function copySelection(content: ClipboardContent): boolean {
  const holder = document.createElement('div');
  holder.style.cssText = 'position:fixed;left:-9999px;top:0;width:677px;background:#fff;color:#000';
  holder.contentEditable = 'true';
  if (content.html === undefined) holder.textContent = content.text;
  else holder.innerHTML = content.html;
  document.body.append(holder);
  const handleCopy = (event: ClipboardEvent) => {
    if (event.clipboardData === null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', content.text);
    if (content.html !== undefined) event.clipboardData.setData('text/html', content.html);
  };
  const selection = getSelection();
  const saved = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const focused = document.activeElement;
  const range = document.createRange();
  range.selectNodeContents(holder);
  selection?.removeAllRanges();
  selection?.addRange(range);
  document.addEventListener('copy', handleCopy, { once: true, capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', handleCopy, { capture: true });
    holder.remove();
    selection?.removeAllRanges();
    if (saved !== null) selection?.addRange(saved);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
