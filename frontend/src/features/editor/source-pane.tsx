import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import { chordText, isMacPlatform } from '../../lib/key-chord';
import { KeyedError } from '../../lib/keyed-error';
import { useAppearance } from '../../ui/appearance';
import { toast } from '../../ui/toast';
import { useMedia } from '../../ui/use-media';
import { AiToolbox } from './ai/ai-toolbox';
import { useRunCommand } from './commands/command-provider';
import { commands } from './commands/commands';
import { commandFor } from './commands/use-keys';
import { useWorkbench } from './editor-context';
import { UploadList } from './images/upload-list';
import { loadMonaco, type Monaco } from './monaco/load-monaco';
import { createMonacoSource } from './monaco/monaco-source';
import { applyMonacoTheme } from './monaco/themes';
import { usePaste } from './paste/use-paste';
import { createPlainSource } from './plain-source';
import type { SourceEditor } from './source-editor';

interface SourcePaneProps {
  /** Monaco may load: the first preview is shown. */
  mayLoad: boolean;
}

/** Where the author writes: a text box at once, then Monaco when it has loaded. On touch screens the text box stays. */
export function SourcePane({ mayLoad }: SourcePaneProps) {
  const { t } = useTranslation(['editor', 'tools']);
  const workbench = useWorkbench();
  const box = useRef<HTMLTextAreaElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [monaco, setMonaco] = useState<Monaco | null>(null);
  // Monaco does not support touch screens; a text box works with every keyboard and input method.
  const isTouch = useMedia('(pointer: coarse)');
  useMonacoLoading(mayLoad && !isTouch, setMonaco);
  useEffect(() => {
    if (mayLoad && (isTouch || monaco !== null)) workbench.view.setSourceReady();
  }, [mayLoad, isTouch, monaco, workbench]);
  useMonacoTheme(monaco);
  const run = useRunCommand();
  const paste = usePaste();
  const latest = useRef({ run, t });
  latest.current = { run, t };

  useEffect(() => {
    if (monaco !== null || box.current === null) return;
    const element = box.current;
    element.value = workbench.text;
    // A browser puts the cursor behind a text that is set.
    element.setSelectionRange(0, 0);
    const source = createPlainSource(element, {
      onText: (text) => workbench.setText(text),
      onSelection: () => workbench.view.readSelection(),
      onFind: (withReplace) => workbench.store.set({ findBar: withReplace ? 'replace' : 'find' }),
    });
    const detach = workbench.view.attachSource(source);
    return () => {
      detach();
      source.dispose();
    };
  }, [monaco, workbench]);

  useEffect(() => {
    if (monaco === null || container.current === null) return;
    const element = box.current;
    const hadFocus = element !== null && document.activeElement === element;
    const words = latest.current.t;
    const source: SourceEditor = createMonacoSource(
      monaco,
      container.current,
      {
        key: workbench.post?.id ?? '',
        text: workbench.text,
        ariaLabel: words('panes.source'),
        placeholder: words('panes.placeholder'),
        shortcuts: commands.flatMap((command) =>
          // Monaco has its own shortcuts for find and replace.
          command.keys === undefined || command.id === 'find'
            ? []
            : [{ keys: command.keys, run: () => latest.current.run(command) }],
        ),
        slash: {
          items: () =>
            commands
              .filter((command) => command.isSlash)
              .map(({ id, alias, keys }) => ({
                id,
                alias,
                label: latest.current.t(`tools:command.${id}`),
                detail: keys === undefined ? '' : chordText(keys, isMacPlatform()),
              })),
          onPick: (id) => {
            const picked = commands.find((command) => command.id === id);
            if (picked !== undefined) latest.current.run(picked);
          },
        },
        ...(element === null
          ? {}
          : { selection: { start: element.selectionStart, end: element.selectionEnd } }),
      },
      {
        onText: (text) => workbench.setText(text),
        onSelection: () => workbench.view.readSelection(),
        onFind: () => undefined,
      },
    );
    const detach = workbench.view.attachSource(source);
    if (hadFocus) source.focus();
    return () => {
      detach();
      source.dispose();
    };
  }, [monaco, workbench]);

  return (
    <div {...paste} className="relative min-h-0 grow bg-surface" id="source">
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
        className="scroll-thin absolute inset-0 size-full resize-none bg-surface px-7 pt-6 pb-24 font-mono text-[15px] text-ink leading-[26px] outline-none placeholder:text-ink-faint"
      />
      <AiToolbox />
      <UploadList />
    </div>
  );
}

function useMonacoLoading(mayLoad: boolean, onLoad: (monaco: Monaco) => void): void {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  const words = useRef(t);
  words.current = t;
  useEffect(() => {
    if (!mayLoad) return;
    let isHere = true;
    loadMonaco(workbench.locale).then(
      (monaco) => {
        if (isHere) onLoad(monaco);
      },
      (error: unknown) => {
        if (!isHere) return;
        const keyed = new KeyedError('editor.load', String(error), error);
        toast.failure(errorText(words.current, keyed), { id: 'editor.load' });
        workbench.view.setSourceReady();
      },
    );
    return () => {
      isHere = false;
    };
  }, [mayLoad, onLoad, workbench]);
}

function useMonacoTheme(monaco: Monaco | null): void {
  const { isDark } = useAppearance();
  useEffect(() => {
    if (monaco !== null) applyMonacoTheme(monaco, isDark);
  }, [monaco, isDark]);
}
