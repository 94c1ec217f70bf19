// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ClipboardEvent } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { type RunningLibrary, startLibrary, stopLibrary } from '../../../testing/editor-library';
import { WorkbenchProvider } from '../editor-context';
import type { Images } from '../images/images';
import { ImagesContext } from '../images/use-images';
import { PlainSource } from '../plain/plain-source';
import { usePaste } from './use-paste';

let running: RunningLibrary;
let box: HTMLTextAreaElement;
const onFiles = vi.fn();

beforeEach(async () => {
  running = await startLibrary();
  box = document.createElement('textarea');
  document.body.append(box);
  // As browsers do it, for the one box of the page.
  Object.assign(document, {
    execCommand: (_name: string, _ui: boolean, text: string) => {
      box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
      return box.dispatchEvent(new Event('input', { bubbles: true }));
    },
  });
  const host = { onText: () => undefined, onSelection: () => undefined, onFind: () => undefined };
  const source = new PlainSource(box, host);
  source.open('甲', '前');
  running.workbench.view.attachSource(source);
  source.select(1, 1);
});
afterEach(async () => {
  onFiles.mockReset();
  vi.unstubAllGlobals();
  cleanup();
  box.remove();
  await stopLibrary(running);
});

async function paste() {
  const i18n = await startI18n('zh-CN');
  const { result } = renderHook(() => usePaste(onFiles), {
    wrapper: ({ children }) => (
      <I18nextProvider i18n={i18n}>
        <WorkbenchProvider workbench={running.workbench}>
          <ImagesContext value={{} as Images}>{children}</ImagesContext>
        </WorkbenchProvider>
      </I18nextProvider>
    ),
  });
  return result.current;
}

test('what_the_page_may_read_is_pasted_without_an_event', async () => {
  const item = { types: ['text/plain'], getType: async () => new Blob(['后\r\n尾']) };
  vi.stubGlobal('navigator', { clipboard: { read: async () => [item] } });
  const { pasteFromClipboard } = await paste();
  await act(pasteFromClipboard);
  expect(box.value).toBe('前后\n尾');
});

test('a_clipboard_that_the_page_may_not_read_is_said', async () => {
  const refusal = new DOMException('no', 'NotAllowedError');
  vi.stubGlobal('navigator', { clipboard: { read: () => Promise.reject(refusal) } });
  const { pasteFromClipboard } = await paste();
  await expect(pasteFromClipboard()).rejects.toBe(refusal);
  expect(box.value).toBe('前');
});

test.each([
  ['月份', '前月份'],
  ['月份\t收入\n一月\t10', '前\n\n| 月份 | 收入 |\n| ---- | ---- |\n| 一月 | 10   |'],
])('a_text_that_comes_with_its_picture_is_pasted_as_text_or_table: %j', async (text, pasted) => {
  const clipboardData = {
    types: ['Files', 'text/plain'],
    files: [new File(['x'], 'image.png', { type: 'image/png' })],
    items: [],
    getData: (type: string) => (type === 'text/plain' ? text : ''),
  };
  const event = {
    target: box,
    clipboardData,
    preventDefault: () => undefined,
    stopPropagation: () => undefined,
  };
  const { handlers } = await paste();
  handlers.onPasteCapture(event as unknown as ClipboardEvent);
  expect(box.value).toBe(pasted);
});

test('a_text_file_that_is_pasted_is_taken_in_as_a_dropped_one_is', async () => {
  const file = new File(['# 贴进来的'], '粘贴.md');
  const isFile = { webkitGetAsEntry: () => null, getAsFile: () => file };
  const isText = { webkitGetAsEntry: () => null, getAsFile: () => null };
  const clipboardData = {
    types: ['Files', 'text/plain'],
    files: [file],
    items: [isText, isFile],
    getData: (type: string) => (type === 'text/plain' ? '/home/author/粘贴.md' : ''),
  };
  const preventDefault = vi.fn();
  const event = { target: box, clipboardData, preventDefault, stopPropagation: () => undefined };
  const { handlers } = await paste();
  handlers.onPasteCapture(event as unknown as ClipboardEvent);
  expect(onFiles).toHaveBeenCalledWith([file]);
  expect(preventDefault).toHaveBeenCalled();
  expect(box.value).toBe('前');
});
