import { TextCursorInput } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadArticle } from '../../../engine/article';
import type { ArticleEngine } from '../../../engine/types';
import type { Words } from '../../../i18n/types';
import { classNames } from '../../../lib/class-names';
import { frontMatterEnd } from '../../../lib/text/front-matter';
import { Button } from '../../../ui/buttons/button';
import { TextArea } from '../../../ui/fields/text-field';
import { editArticle } from '../edit-article';
import { useWorkbench } from '../editor-context';
import { insertBlock } from '../edits/blocks';
import { useExportParts } from '../export/parts-context';
import { Formulas } from '../preview/formulas';
import { frameDocument } from '../preview/frame-document';
import { PreviewFrame } from '../preview/preview-frame';
import { slotErrorText } from '../preview/slot-error-text';
import { Slots } from '../preview/slots';
import { renderOptions } from '../workbench/article-options';

type Topic = keyof Words['help']['example'];

/** What can be written, in the order in which authors meet it. */
const TOPICS: readonly Topic[] = [
  'text',
  'headings',
  'lists',
  'tasks',
  'quote',
  'link',
  'image',
  'table',
  'code',
  'formula',
  'diagram',
  'callout',
  'footnote',
  'slider',
  'toc',
  'ruby',
  'fold',
  'frontMatter',
];

/** The syntax by topics: an example that can be changed, how it looks in the article, and a way to insert it. */
export function SyntaxHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['help', 'tools']);
  const workbench = useWorkbench();
  const [topic, setTopic] = useState<Topic>('text');
  const [changed, setChanged] = useState<Partial<Record<Topic, string>>>({});
  const example = changed[topic] ?? t(`help:example.${topic}.source`);
  const insert = () => {
    onClose();
    const source = workbench.source;
    if (source === null) return;
    workbench.store.set({ mobilePane: 'edit' });
    if (topic !== 'frontMatter') {
      editArticle(source, (at) => insertBlock(at, example), source.selected());
    } else if (frontMatterEnd(workbench.text) === null) {
      const cursor = example.length + 2;
      source.apply({
        from: 0,
        to: 0,
        insert: `${example}\n\n`,
        selectStart: cursor,
        selectEnd: cursor,
      });
    }
  };
  return (
    <div className="flex min-h-0 min-w-0 grow max-md:flex-col">
      <div
        role="tablist"
        aria-label={t('tools:help.topics')}
        aria-orientation="vertical"
        className="scroll-thin flex shrink-0 gap-0.5 overflow-auto border-line p-3 max-md:border-b md:w-44 md:flex-col md:border-r"
      >
        {TOPICS.map((id) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`help-${id}`}
            aria-selected={id === topic}
            aria-controls="help-example"
            tabIndex={id === topic ? 0 : -1}
            className={classNames(
              'h-8 shrink-0 rounded-md px-3 text-left text-sm pointer-coarse:h-11',
              id === topic
                ? 'bg-accent-soft font-medium text-accent-text'
                : 'text-ink-soft hover:bg-hover',
            )}
            onClick={() => setTopic(id)}
            onKeyDown={(event) => {
              const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
              if (by === undefined) return;
              event.preventDefault();
              const next = TOPICS[(TOPICS.indexOf(id) + by + TOPICS.length) % TOPICS.length];
              if (next === undefined) return;
              setTopic(next);
              document.getElementById(`help-${next}`)?.focus();
            }}
          >
            {t(`help:example.${id}.name`)}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id="help-example"
        aria-labelledby={`help-${topic}`}
        className="scroll-thin flex min-h-0 min-w-0 grow flex-col gap-3 overflow-y-auto p-5"
      >
        <p className="text-ink-soft text-sm leading-6">{t(`help:example.${topic}.hint`)}</p>
        <TextArea
          label={t('tools:help.source')}
          className="min-h-36 font-mono"
          spellCheck={false}
          autoCapitalize="off"
          value={example}
          onChange={(text) => setChanged({ ...changed, [topic]: text })}
        />
        <LiveExample text={example} label={t('tools:help.result')} />
        <div className="flex justify-end">
          <Button variant="primary" onClick={insert}>
            <TextCursorInput size={14} strokeWidth={1.75} aria-hidden />
            <span>{t('tools:help.insert')}</span>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** A text as the article shows it, in the author's own style. */
function LiveExample({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  const parts = useExportParts();
  const [source] = useState(() => frameDocument(workbench.locale, label));
  const [view, setView] = useState<{ preview: PreviewFrame; engine: ArticleEngine } | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const words = useRef(t);
  words.current = t;
  const load = async (document: Document) => {
    const preview = new PreviewFrame(
      document,
      new Slots(
        parts.code,
        new Formulas(),
        parts.diagrams,
        {
          onFormulaCss: (css) => preview.setSheet('katex', css),
          errorText: (kind, cause) => slotErrorText(words.current, kind, cause),
        },
        Promise.resolve(),
      ),
      {
        sanitize: (html) => workbench.renderer.sanitize(html),
        showImages: () => undefined,
        source: () => text,
        onPick: () => undefined,
        onLink: () => undefined,
        onCopy: () => undefined,
      },
    );
    const [theme, codeTheme, own] = workbench.view.styleSheets();
    preview.setSheet('theme', theme);
    preview.setSheet('code-theme', codeTheme);
    preview.setSheet('own', own);
    const module = await loadArticle();
    setView({
      preview,
      engine: module.createEngine(renderOptions(workbench.settings, workbench.locale)),
    });
  };
  useEffect(() => () => view?.engine.free(), [view]);
  useEffect(() => {
    if (view !== null) view.preview.apply(view.engine.update(text), text.split('\n').length);
  }, [view, text]);
  return (
    <iframe
      ref={frame}
      srcDoc={source}
      title={label}
      data-testid="help-result"
      className="min-h-60 w-full grow rounded-md border border-line bg-white"
      onLoad={() => {
        const loaded = frame.current?.contentDocument;
        // Without the engine the example stays as its source.
        if (loaded?.querySelector('section.article')) load(loaded).catch(() => undefined);
      }}
    />
  );
}
