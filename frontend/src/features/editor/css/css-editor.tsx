import { CircleX, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { classNames } from '../../../lib/class-names';
import { KeyedError } from '../../../lib/keyed-error';
import { useAppearance } from '../../../ui/appearance';
import { Button } from '../../../ui/buttons/button';
import { useIsSlow } from '../../../ui/hooks/use-is-slow';
import { useWorkbench } from '../editor-context';
import { type CssProblem, type CssSource, createCssSource } from '../monaco/css-source';
import { problemText } from './problem-text';

interface CssEditorProps {
  name: string;
  title: string;
  text: string;
  onText: (text: string) => void;
}

/** A style sheet in Monaco, with its problems below. */
export function CssEditor({ name, title, text, onText }: CssEditorProps) {
  const { t } = useTranslation(['tools', 'errors', 'app']);
  const workbench = useWorkbench();
  const container = useRef<HTMLDivElement>(null);
  const source = useRef<CssSource | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [nTries, setTries] = useState(0);
  const isSlow = useIsSlow();
  const [problems, setProblems] = useState<CssProblem[]>([]);
  const { isDark } = useAppearance();
  const latest = useRef({ name, text, onText, label: '', isDark });
  latest.current = { name, text, onText, label: t('css.editor'), isDark };

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let isHere = true;
    // The next try.
    void nTries;
    createCssSource(
      element,
      {
        locale: workbench.locale,
        ariaLabel: latest.current.label,
        isDark: latest.current.isDark,
      },
      { onText: (next) => latest.current.onText(next), onProblems: setProblems },
    ).then(
      (made) => {
        if (!isHere) return made.dispose();
        source.current = made;
        made.show(latest.current.name, latest.current.text);
        setState('ready');
      },
      () => isHere && setState('failed'),
    );
    return () => {
      isHere = false;
      source.current?.dispose();
      source.current = null;
    };
  }, [workbench, nTries]);

  useEffect(() => source.current?.show(name, text), [name, text]);

  const isLate = state === 'loading' && isSlow;
  return (
    <>
      {(state === 'failed' || isLate) && (
        <>
          <div
            role={isLate ? 'status' : 'alert'}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-ink text-sm"
          >
            <p>{isLate ? t('css.late') : errorText(t, new KeyedError('editor.load', 'css'))}</p>
            {state === 'failed' && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  setState('loading');
                  setTries(nTries + 1);
                }}
              >
                {t('app:action.retry')}
              </Button>
            )}
          </div>
          <CssBox name={name} title={title} text={text} onText={onText} />
        </>
      )}
      <div
        className={classNames('relative min-h-0 grow', (state === 'failed' || isLate) && 'hidden')}
      >
        <div ref={container} className="absolute inset-0" data-testid="css-source" />
        {state === 'loading' && (
          <p className="absolute inset-0 grid place-content-center text-ink-faint">
            <LoaderCircle size={20} className="animate-spin" aria-label={t('css.loading')} />
          </p>
        )}
      </div>
      {text.trim() === '' && !isLate && state !== 'failed' && <EmptyHint />}
      <Problems problems={problems} onPick={(line) => source.current?.goToLine(line)} />
    </>
  );
}

/** A style sheet in a plain box, for touch screens. */
export function CssBox({ text, onText }: CssEditorProps) {
  const { t } = useTranslation('tools');
  return (
    <>
      <textarea
        aria-label={t('css.editor')}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => onText(event.target.value)}
        className="scroll-thin min-h-48 grow resize-none bg-surface px-4 py-3 font-mono text-ink text-sm leading-5 outline-none focus-visible:outline-2 focus-visible:outline-offset-[-2px] pointer-coarse:text-lg"
      />
      {text.trim() === '' && <EmptyHint />}
    </>
  );
}

function EmptyHint() {
  const { t } = useTranslation('tools');
  return (
    <div className="shrink-0 border-line border-t px-4 py-3 text-ink-faint text-xs leading-5">
      <p>{t('css.hint')}</p>
      <pre translate="no" className="mt-2 font-mono">
        {'h2 {\n  border-left: 4px solid var(--color);\n}'}
      </pre>
    </div>
  );
}

function Problems({
  problems,
  onPick,
}: {
  problems: CssProblem[];
  onPick: (line: number) => void;
}) {
  const { t, i18n } = useTranslation('tools');
  if (problems.length === 0) return null;
  return (
    <section
      aria-label={t('css.problems', { count: problems.length })}
      className="scroll-thin max-h-40 shrink-0 overflow-y-auto border-line border-t py-1"
    >
      {problems.map((problem) => {
        const Icon = problem.isError ? CircleX : TriangleAlert;
        return (
          <button
            key={`${problem.line} ${problem.code} ${problem.message}`}
            type="button"
            onClick={() => onPick(problem.line)}
            className="flex w-full items-start gap-2 px-4 py-1 text-left text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
          >
            <Icon
              size={14}
              className={`mt-[3px] shrink-0 ${problem.isError ? 'text-danger' : 'text-caution'}`}
              aria-hidden
            />
            <span className="shrink-0 text-ink-faint tabular-nums">
              {t('css.line', { line: problem.line })}
            </span>
            <span className="min-w-0 break-words">{problemText(problem, i18n)}</span>
          </button>
        );
      })}
    </section>
  );
}
