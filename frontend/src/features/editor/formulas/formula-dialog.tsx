import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Segments } from '../../../ui/fields/segments';
import { TextArea } from '../../../ui/fields/text-field';
import { LoadState } from '../../../ui/states/load-state';
import { dialogDrafts, draftKey } from '../dialog-drafts';
import { editArticle } from '../edit-article';
import { useWorkbench } from '../editor-context';
import { insertBlock } from '../edits/blocks';
import { placeInBody } from '../edits/front-matter';
import { formulaError } from '../preview/formula-error';
import { Formulas } from '../preview/formulas';
import type { Edit, Selected } from '../source-editor';
import { type FormulaForm, type FoundFormula, firstForm, formulaAt } from './formula-at';
import { insertSymbol } from './insert-symbol';
import { SYMBOL_GROUPS, SYMBOLS, symbolLook } from './symbols';

interface FormulaDraft {
  tex: string;
  form: FormulaForm;
}

const formulaDraftsOf = dialogDrafts<FormulaDraft>();

/** The formula at the cursor, and what is written of it. */
function useFormulaDraft() {
  const workbench = useWorkbench();
  const [place] = useState(() => {
    const selected = workbench.source?.selected() ?? { text: '', start: 0, end: 0 };
    const at = placeInBody(selected);
    return { selected, at, found: formulaAt(at.text, at.start) };
  });
  const { selected, at, found } = place;
  /** A dialog that is closed in passing keeps what was written, for a new formula and for each one of the text. */
  const drafts = formulaDraftsOf(workbench);
  const picked = at.text.slice(at.start, at.end).trim();
  // What is selected now is meant, not what was written before: it neither takes the draft of a new one nor changes it.
  const [key] = useState(() =>
    found === null && picked !== '' ? null : draftKey(workbench, selected.text, found),
  );
  const [draft, showDraft] = useState(() => {
    const first = { tex: found?.tex ?? picked, form: firstForm(at, found) };
    return (key === null ? undefined : drafts.get(key)) ?? first;
  });
  const change = (next: Partial<FormulaDraft>) => {
    const changed = { ...draft, ...next };
    if (key !== null) drafts.set(key, changed);
    showDraft(changed);
  };
  const forget = () => {
    if (key !== null) drafts.delete(key);
  };
  return { selected, found, draft, change, forget };
}

/** Inserts a formula, or edits the one at the cursor, as KaTeX sets it. */
export function FormulaDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tools', 'app']);
  const workbench = useWorkbench();
  const { selected, found, draft, change, forget } = useFormulaDraft();
  const { tex, form } = draft;
  const cancel = () => {
    forget();
    onClose();
  };
  const katex = useKatex();
  const box = useRef<HTMLTextAreaElement>(null);
  const isBlock = form === 'block';
  const result = katex.formulas?.render(tex, isBlock);
  const apply = () => {
    onClose();
    if (workbench.source === null) return;
    forget();
    editArticle(
      workbench.source,
      (selected) => formulaEdit(selected, found, tex.trim(), isBlock),
      selected,
    );
  };
  const insert = (symbol: string) => {
    const element = box.current;
    if (element === null) return;
    const next = insertSymbol(tex, element.selectionStart, element.selectionEnd, symbol);
    // The cursor moves at once: the next letter belongs into the gap of the symbol.
    flushSync(() => change({ tex: next.tex }));
    element.focus();
    element.setSelectionRange(next.cursor, next.cursor);
  };
  return (
    <Dialog
      isOpen
      isWide
      hasInput={false}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmitKeys={tex.trim() === '' ? undefined : apply}
      title={t(found === null ? 'formula.insertTitle' : 'formula.editTitle')}
      actions={
        <>
          <Button variant="secondary" onClick={cancel}>
            {t('app:dialog.cancel')}
          </Button>
          <Button variant="primary" disabled={tex.trim() === ''} onClick={apply}>
            {t(found === null ? 'formula.insert' : 'formula.save')}
          </Button>
        </>
      }
    >
      {katex.css !== '' && <style>{katex.css}</style>}
      <div className="mb-4 w-56">
        <Segments
          label={t('formula.form')}
          value={form}
          options={[
            { value: 'inline', label: t('formula.inline') },
            { value: 'block', label: t('formula.block') },
          ]}
          onChange={(next) => change({ form: next })}
        />
      </div>
      <TextArea
        ref={box}
        label={t('formula.source')}
        className="min-h-20 font-mono"
        spellCheck={false}
        autoCapitalize="off"
        value={tex}
        onChange={(next) => change({ tex: next })}
      />
      <div
        role="img"
        aria-label={t('formula.preview')}
        data-testid="formula-preview"
        className="scroll-thin mt-3 grid min-h-20 place-content-center overflow-x-auto rounded-md bg-hover px-4 py-3 text-ink"
      >
        {result !== undefined && 'html' in result && tex.trim() !== '' && (
          <FormulaView html={result.html} />
        )}
        {tex.trim() === '' && <span className="text-ink-faint">{t('formula.empty')}</span>}
      </div>
      {result !== undefined && 'error' in result && tex.trim() !== '' && (
        <p role="alert" className="mt-2 break-words text-danger text-sm">
          {errorText(t, formulaError(t, result.error))}
        </p>
      )}
      {katex.error !== null && (
        <div className="mt-3">
          <LoadState error={katex.error} onRetry={katex.retry} />
        </div>
      )}
      {katex.formulas !== null && <SymbolPalette formulas={katex.formulas} onPick={insert} />}
    </Dialog>
  );
}

function formulaEdit(
  selected: Selected,
  found: FoundFormula | null,
  tex: string,
  isBlock: boolean,
): Edit {
  const { text } = selected;
  const from = found?.from ?? selected.start;
  const to = found?.to ?? selected.end;
  if (isBlock) {
    return insertBlock({ text, start: from, end: to }, `$$\n${tex}\n$$`);
  }
  const inline = tex.replace(/\s*\n\s*/g, ' ');
  // `$x$5` would be read as money, so the formula gets brackets, which mean the same.
  const insert = /^\d/.test(text.slice(to)) ? `\\(${inline}\\)` : `$${inline}$`;
  const cursor = from + insert.length;
  return { from, to, insert, selectStart: cursor, selectEnd: cursor };
}

function useKatex() {
  const [state, setState] = useState<{
    formulas: Formulas | null;
    css: string;
    error: unknown;
  }>({ formulas: null, css: '', error: null });
  const [nTries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    const formulas = new Formulas();
    formulas.prepare().then(
      (css) => isHere && setState({ formulas, css, error: null }),
      (error: unknown) => isHere && setState({ formulas: null, css: '', error }),
    );
    // The next try.
    void nTries;
    return () => {
      isHere = false;
    };
  }, [nTries]);
  return { ...state, retry: () => setTries(nTries + 1) };
}

/** HTML from KaTeX, inserted without cleaning: KaTeX escapes its source, and its `trust` option is off. */
function FormulaView({ html }: { html: string }) {
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (holder.current !== null) holder.current.innerHTML = html;
  }, [html]);
  return <span ref={holder} aria-hidden="true" />;
}

function SymbolPalette({
  formulas,
  onPick,
}: {
  formulas: Formulas;
  onPick: (symbol: string) => void;
}) {
  const { t } = useTranslation('tools');
  return (
    <Tabs.Root defaultValue="structures" className="mt-4">
      <Tabs.List
        aria-label={t('formula.symbols')}
        className="flex flex-wrap gap-0.5 border-line border-b pb-1"
      >
        {SYMBOL_GROUPS.map((group) => (
          <Tabs.Tab
            key={group}
            value={group}
            className="h-7 rounded-md px-2 text-ink-soft text-sm hover:bg-hover aria-selected:bg-accent-soft aria-selected:font-medium aria-selected:text-accent-text pointer-coarse:h-11"
          >
            {t(`formula.group.${group}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SYMBOL_GROUPS.map((group) => (
        <Tabs.Panel
          key={group}
          value={group}
          className="flex min-h-28 flex-wrap gap-1 pt-2 outline-none"
        >
          {SYMBOLS[group].map((symbol) => {
            const look = formulas.render(symbolLook(symbol), false);
            return (
              <Button
                key={symbol}
                title={symbol.replace('□', '')}
                className="h-10 min-w-10 px-2 text-ink"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onPick(symbol)}
              >
                {'html' in look ? (
                  <span role="img" aria-label={symbol.replace('□', '')}>
                    <FormulaView html={look.html} />
                  </span>
                ) : (
                  symbol
                )}
              </Button>
            );
          })}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
