import { diffWordsWithSpace } from 'diff';
import { Check, RotateCw, Square, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { Button } from '../../../ui/buttons/button';
import { toast } from '../../../ui/states/toast';
import { isAddition } from './tools';
import { useAi, useAiState } from './use-ai';

/** What the assistant makes of the selection: as it is written, then as changes that are taken or not. */
export function AiTaskView() {
  const { t } = useTranslation('tools');
  const session = useAi();
  const task = useAiState((state) => state.task);
  const isBusy = useAiState((state) => state.isBusy);
  const error = useAiState((state) => state.error);
  if (task === null) return null;
  const isDone = !isBusy && task.result.trim() !== '';
  const accept = () => {
    try {
      session.accept();
      toast.success(t('ai.accepted'));
    } catch (failure) {
      toast.failure(errorText(t, failure), { id: 'ai' });
    }
  };
  return (
    <>
      <div className="scroll-thin min-h-0 grow overflow-y-auto px-4 py-3" aria-busy={isBusy}>
        <h3 className="mb-2 font-medium text-sm">{t(`ai.tool.${task.tool}`)}</h3>
        <div
          data-testid="ai-result"
          className="whitespace-pre-wrap break-words text-base leading-6"
          aria-live="polite"
        >
          {isDone && !isAddition(task.tool) ? (
            <Changes from={task.original.trim()} to={task.result.trim()} />
          ) : (
            <span>{task.result}</span>
          )}
          {isBusy && <span className="ml-0.5 animate-pulse text-accent-text">▍</span>}
        </div>
        {error !== null && (
          <p role="alert" className="mt-3 rounded-md bg-danger-soft px-3 py-2 text-danger text-sm">
            {errorText(t, error)}
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t px-4 py-3">
        {isBusy ? (
          <Button variant="secondary" onClick={() => session.stop()}>
            <Square size={14} aria-hidden />
            <span>{t('ai.stop')}</span>
          </Button>
        ) : (
          <>
            <Button onClick={() => session.retryTask()}>
              <RotateCw size={14} aria-hidden />
              <span>{t('ai.retry')}</span>
            </Button>
            <Button variant="secondary" onClick={() => session.discard()}>
              <X size={14} aria-hidden />
              <span>{t('ai.discard')}</span>
            </Button>
            <Button variant="primary" disabled={!isDone} onClick={accept}>
              <Check size={14} aria-hidden />
              <span>{t('ai.accept')}</span>
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** Both texts in one, what goes struck out and what comes marked. */
function Changes({ from, to }: { from: string; to: string }) {
  const parts = useMemo(() => {
    // Chinese has no spaces: the browser knows its words.
    const intlSegmenter =
      typeof Intl.Segmenter === 'function'
        ? new Intl.Segmenter('zh-CN', { granularity: 'word' })
        : undefined;
    return diffWordsWithSpace(from, to, intlSegmenter === undefined ? {} : { intlSegmenter });
  }, [from, to]);
  // Every part has its place in the text, which names it.
  let at = 0;
  const placed = parts.map((part) => {
    const key = `${at} ${part.added ? '+' : part.removed ? '-' : '='}`;
    at += part.value.length;
    return { ...part, key };
  });
  return placed.map(({ key, added, removed, value }) => {
    if (added) {
      return (
        <ins
          key={key}
          className="bg-accent-soft text-accent-text no-underline forced-colors:underline"
        >
          {value}
        </ins>
      );
    }
    if (removed) {
      return (
        <del key={key} className="text-danger">
          {value}
        </del>
      );
    }
    return value;
  });
}
