import { Copy, CornerDownLeft, Eraser, RotateCw, Send, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { writeClipboard } from '../../../lib/browser/clipboard';
import { isComposition } from '../../../lib/browser/composition';
import type { AiTurn } from '../../../storage/ai-talk';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { inputStyle } from '../../../ui/fields/text-field';
import { toast } from '../../../ui/states/toast';
import { editArticle } from '../edit-article';
import { useWorkbench } from '../editor-context';
import { insertBlock } from '../edits/blocks';
import { useAi, useAiState } from './use-ai';

/** A talk with the assistant; an answer goes into the text by one press. */
export function Chat() {
  const { t } = useTranslation('tools');
  const session = useAi();
  const turns = useAiState((state) => state.turns);
  const isBusy = useAiState((state) => state.isBusy);
  const error = useAiState((state) => state.error);
  const draft = useAiState((state) => state.draft);
  const setDraft = (next: string) => session.store.set({ draft: next });
  const [withArticle, setWithArticle] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const length = turns.reduce((sum, turn) => sum + turn.content.length, turns.length);
  useEffect(() => {
    if (length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [length]);
  const send = () => {
    if (draft.trim() === '' || isBusy) return;
    void session.say(draft.trim(), withArticle);
    setDraft('');
  };
  return (
    <>
      <div
        className="scroll-thin min-h-0 grow overflow-y-auto px-4 py-3"
        role="log"
        aria-label={t('ai.talk')}
        aria-busy={isBusy}
      >
        {turns.length === 0 && (
          <p className="py-6 text-center text-ink-faint leading-6">{t('ai.emptyTalk')}</p>
        )}
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} isWritten={isBusy && turn === turns.at(-1)} />
        ))}
        {error !== null && (
          <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger text-sm">
            <p>{errorText(t, error)}</p>
            <Button
              size="sm"
              className="mt-1 text-danger"
              onClick={() => void session.again(withArticle)}
            >
              <RotateCw size={14} aria-hidden />
              <span>{t('ai.retry')}</span>
            </Button>
          </div>
        )}
        <div ref={end} />
      </div>
      <form
        className="shrink-0 border-line border-t px-4 pt-2 pb-3"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <SwitchRow label={t('ai.withArticle')} isOn={withArticle} onChange={setWithArticle} />
        <textarea
          aria-label={t('ai.message')}
          placeholder={t('ai.message')}
          rows={3}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposition(event.nativeEvent)) return;
            event.preventDefault();
            send();
          }}
          className={`${inputStyle} scroll-thin mt-1 h-auto resize-none py-2 leading-5 pointer-coarse:h-auto`}
        />
        <div className="mt-2 flex justify-end gap-2">
          {turns.length > 0 && (
            <IconButton icon={Eraser} label={t('ai.clear')} onClick={() => session.clear()} />
          )}
          {isBusy ? (
            <Button variant="secondary" onClick={() => session.stop()}>
              <Square size={14} aria-hidden />
              <span>{t('ai.stop')}</span>
            </Button>
          ) : (
            <Button variant="primary" type="submit" disabled={draft.trim() === ''}>
              <Send size={14} aria-hidden />
              <span>{t('ai.send')}</span>
            </Button>
          )}
        </div>
      </form>
    </>
  );
}

function TurnView({ turn, isWritten }: { turn: AiTurn; isWritten: boolean }) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const isMine = turn.role === 'user';
  return (
    <div className="mb-3">
      <p className="mb-1 font-medium text-ink-faint text-xs">
        {t(isMine ? 'ai.you' : 'ai.assistant')}
      </p>
      <div
        data-testid={isMine ? 'ai-question' : 'ai-answer'}
        className={`whitespace-pre-wrap break-words text-base leading-6 ${isMine ? 'rounded-md bg-hover px-3 py-2' : ''}`}
      >
        <span>{turn.content}</span>
        {isWritten && <span className="ml-0.5 animate-pulse text-accent-text">▍</span>}
      </div>
      {!isMine && !isWritten && (
        <div className="mt-1 -ml-2 flex gap-1">
          <Button
            size="sm"
            onClick={() => {
              const source = workbench.source;
              if (source !== null)
                editArticle(
                  source,
                  (at) => insertBlock(at, turn.content.trim()),
                  source.selected(),
                );
            }}
          >
            <CornerDownLeft size={14} aria-hidden />
            <span>{t('ai.insert')}</span>
          </Button>
          <Button
            size="sm"
            onClick={() => {
              writeClipboard('plain', Promise.resolve({ text: turn.content })).then(
                () => toast.success(t('ai.copied')),
                (error: unknown) => toast.failure(errorText(t, error), { id: 'ai' }),
              );
            }}
          >
            <Copy size={14} aria-hidden />
            <span>{t('ai.copy')}</span>
          </Button>
        </div>
      )}
    </div>
  );
}
