import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import { isMacPlatform, tabFocusKeys } from '../../lib/browser/key-chord';
import { whenPainted } from '../../lib/browser/when-painted';
import { KeyedError } from '../../lib/keyed-error';
import type { Dropped } from '../../transfer/import/dropped-files';
import { useAppearance } from '../../ui/appearance';
import { useMedia } from '../../ui/hooks/use-media';
import { ContextMenu } from '../../ui/menus/context-menu';
import { toast } from '../../ui/states/toast';
import { AiToolbox } from './ai/ai-toolbox';
import { useRunCommand } from './commands/command-provider';
import { commands } from './commands/commands';
import { SourceMenuItems } from './commands/source-menu';
import { commandFor } from './commands/use-keys';
import { useEditor, useWorkbench } from './editor-context';
import { useExportParts } from './export/parts-context';
import { UploadList } from './images/upload-list';
import { loadMonaco, type Monaco } from './monaco/load-monaco';
import { MonacoSource } from './monaco/monaco-source';
import { applyMonacoTheme } from './monaco/themes';
import { usePaste } from './paste/use-paste';
import { PlainSource } from './plain/plain-source';
import type { SourceEditor, SourceHost } from './source-editor';
import { useSuggestMenu } from './suggest/suggest-menu';
import { Suggestions } from './suggest/suggestions';
import type { Workbench } from './workbench';

/** Where the author writes: a text box at once, then Monaco when it has loaded. On touch screens the text box stays. */
export function SourcePane({
  onFiles,
}: {
  /** Takes in files that are no pictures, dropped or pasted. */
  onFiles?: (dropped: Dropped[]) => void;
}) {
  const { t } = useTranslation(['editor', 'tools']);
  const workbench = useWorkbench();
  // What readers see goes first.
  const mayLoad = useEditor((state) => state.isPreviewShown);
  const [monaco, setMonaco] = useState<Monaco | null>(null);
  // Monaco does not support touch screens; a text box works with every keyboard and input method.
  const isTouch = useMedia('(pointer: coarse)');
  useMonacoLoading(mayLoad && !isTouch, setMonaco);
  useMonacoTheme(monaco);
  const run = useRunCommand();
  const paste = usePaste(onFiles);
  const [suggestions] = useState(() => new Suggestions());
  const suggest = useSuggestMenu(suggestions);
  const { box, container } = useSource(monaco, isTouch, suggestions);

  const picked = useRef<(() => unknown) | null>(null);
  const area = (
    <div
      {...paste.handlers}
      className="notranslate relative min-h-0 grow bg-surface"
      translate="no"
      id="source"
      onKeyDownCapture={(event) => {
        paste.handlers.onKeyDownCapture(event);
        suggest.handleKey(event);
      }}
      onContextMenuCapture={(event) => moveToCursor(event, workbench.source)}
    >
      <div ref={container} className="absolute inset-0" data-testid="source" />
      <textarea
        ref={box}
        hidden={monaco !== null}
        aria-label={t('panes.source')}
        placeholder={t('panes.placeholder')}
        spellCheck={false}
        autoCapitalize="off"
        onKeyDown={(event) => {
          const pressed = commandFor(event.nativeEvent);
          if (pressed === undefined) return;
          event.preventDefault();
          run(pressed);
        }}
        className="scroll-thin absolute inset-0 size-full resize-none bg-surface px-7 pt-6 pb-24 font-mono text-[15px] text-ink leading-[calc(26/15)] outline-none placeholder:text-ink-faint"
      />
      {suggest.menu}
      <AiToolbox />
      <UploadList />
    </div>
  );
  return (
    <ContextMenu
      // Touch screens have their own menu for selected text.
      isDisabled={isTouch}
      finalFocus={() => {
        workbench.source?.focus();
        picked.current?.();
        picked.current = null;
        return false;
      }}
      area={area}
    >
      <SourceMenuItems
        onPaste={paste.pasteFromClipboard}
        onPick={(act) => {
          picked.current = act;
        }}
      />
    </ContextMenu>
  );
}

/** Connects the editor that is there: Monaco once it has loaded, the text box until then. */
function useSource(monaco: Monaco | null, isTouch: boolean, suggestions: Suggestions) {
  const box = useRef<HTMLTextAreaElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const { t } = useTranslation(['editor', 'tools']);
  const workbench = useWorkbench();
  const mayLoad = useEditor((state) => state.isPreviewShown);
  const run = useRunCommand();
  const parts = useExportParts();
  const latest = useRef({ run, t });
  latest.current = { run, t };

  useEffect(() => {
    if (monaco !== null || box.current === null) return;
    const element = box.current;
    const source = new PlainSource(element, hostOf(workbench, suggestions));
    source.open(workbench.post?.id ?? '', workbench.text);
    return attach(workbench, suggestions, source);
  }, [monaco, suggestions, workbench]);

  useEffect(() => {
    if (monaco === null || container.current === null) return;
    const element = box.current;
    const hadFocus = element !== null && document.activeElement === element;
    const words = latest.current.t;
    const source = new MonacoSource(
      monaco,
      container.current,
      {
        key: workbench.post?.id ?? '',
        text: workbench.text,
        ariaLabel: words('panes.source'),
        tabHint: words('status.tab', { keys: tabFocusKeys(isMacPlatform()) }),
        placeholder: words('panes.placeholder'),
        colorCode: (language, code) => parts.code.get(language, code),
        shortcuts: commands.flatMap((command) =>
          // Monaco has its own shortcuts for find and replace.
          command.keys === undefined || command.id === 'find'
            ? []
            : [{ keys: command.keys, run: () => latest.current.run(command) }],
        ),
        ...(element === null
          ? {}
          : { selection: { start: element.selectionStart, end: element.selectionEnd } }),
      },
      hostOf(workbench, suggestions),
    );
    const detach = attach(workbench, suggestions, source);
    if (hadFocus) source.focus();
    return detach;
  }, [monaco, parts, suggestions, workbench]);
  useEffect(() => {
    workbench.source?.setWords({
      ariaLabel: t('panes.source'),
      tabHint: t('status.tab', { keys: tabFocusKeys(isMacPlatform()) }),
      placeholder: t('panes.placeholder'),
    });
  }, [t, workbench]);
  useEffect(() => {
    if (!mayLoad || (!isTouch && monaco === null)) return undefined;
    // What waits for the editor does not delay its first lines.
    return whenPainted(() => workbench.view.setSourceReady());
  }, [mayLoad, isTouch, monaco, workbench]);
  return { box, container };
}

function hostOf(workbench: Workbench, suggestions: Suggestions): SourceHost {
  return {
    onText: (text, unchanged) => {
      workbench.setText(text, unchanged);
      suggestions.textChanged();
    },
    onSelection: () => {
      workbench.view.readSelection();
      suggestions.cursorMoved();
    },
    onFind: (withReplace) => workbench.store.set({ findBar: withReplace ? 'replace' : 'find' }),
  };
}

/** Connects an editor of the source. Returns a function that disconnects it. */
function attach(workbench: Workbench, suggestions: Suggestions, source: SourceEditor): () => void {
  const detach = workbench.view.attachSource(source);
  suggestions.setSource(source);
  return () => {
    suggestions.setSource(null);
    detach();
    source.dispose();
  };
}

/** Opened by a key, the menu stands at the cursor. Monaco's find box and what lies over the text keep the browser's menu. */
function moveToCursor(event: MouseEvent, source: SourceEditor | null): void {
  const target = event.target as Element;
  if (target.closest('.find-widget, #source section, [role=listbox]') !== null) {
    event.stopPropagation();
    return;
  }
  const { nativeEvent } = event;
  if (nativeEvent.button === 2 || !nativeEvent.isTrusted) return;
  const box = source?.cursorBox();
  if (box == null) return;
  event.preventDefault();
  event.stopPropagation();
  const { left: clientX, bottom: clientY } = box;
  target.dispatchEvent(
    new globalThis.MouseEvent('contextmenu', { clientX, clientY, bubbles: true, cancelable: true }),
  );
}

/** How long Monaco may be on its way before the rest goes on without it, in milliseconds. */
const LATE_MS = 10_000;

function useMonacoLoading(mayLoad: boolean, onLoad: (monaco: Monaco) => void): void {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  const words = useRef(t);
  words.current = t;
  useEffect(() => {
    if (!mayLoad) return;
    let isHere = true;
    const setReady = () => workbench.view.setSourceReady();
    // The text box does until then, and what waits for the editor does not wait for ever.
    const timer = setTimeout(setReady, LATE_MS);
    const load = () =>
      loadMonaco(workbench.locale).then(
        (monaco) => {
          if (!isHere) return;
          toast.dismiss('editor.load');
          onLoad(monaco);
        },
        (error: unknown) => {
          if (!isHere) return;
          const keyed = new KeyedError('editor.load', String(error), error);
          toast.failure(errorText(words.current, keyed), {
            id: 'editor.load',
            isLasting: true,
            action: { label: words.current('action.retry'), onSelect: () => void load() },
          });
          setReady();
        },
      );
    void load();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [mayLoad, onLoad, workbench]);
}

function useMonacoTheme(monaco: Monaco | null): void {
  const { isDark } = useAppearance();
  useEffect(() => {
    if (monaco !== null) applyMonacoTheme(monaco, isDark);
  }, [monaco, isDark]);
}
