import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergeDraft } from '../../../storage/sync/rows';
import { Button } from '../../../ui/buttons/button';
import { type Choice, chosenMerge, type Way, writtenMerge } from './merge-draft';

const WAYS: readonly Way[] = ['mine', 'theirs', 'both'];

interface MergePaneProps {
  choices: readonly Choice[];
  draft: MergeDraft;
  onChange: (draft: MergeDraft) => void;
  /** Back to what the merge began with. */
  onReset: () => void;
}

/** The pieces that both sides have changed, each taken by a click, and the text that they make. */
export function MergePane({ choices, draft, onChange, onReset }: MergePaneProps) {
  const { t } = useTranslation('sync');
  const box = useRef<HTMLTextAreaElement>(null);
  const isPlaced = draft.places.length === choices.length;
  const take = (choice: Choice, i: number, way: Way) => {
    const next = chosenMerge(draft, i, choice, way);
    onChange(next);
    show(box.current, next, i);
  };
  return (
    <>
      <section
        aria-label={t('conflict.pieces')}
        className="scroll-thin flex min-h-0 min-w-0 grow basis-0 flex-col gap-4 overflow-y-auto px-6 py-3"
      >
        <p className="text-ink-soft text-sm">{t(adviceOf(choices.length, isPlaced))}</p>
        {choices.map((choice, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never move.
          <div key={i} className="flex flex-col gap-1.5" data-testid="merge-piece">
            <Piece text={choice.mine} label={t('conflict.way.mine')} look="bg-success/10" />
            <Piece text={choice.theirs} label={t('conflict.way.theirs')} look="bg-danger-soft" />
            {isPlaced && (
              <fieldset className="flex flex-wrap gap-2">
                <legend className="sr-only">{t('conflict.piece', { number: i + 1 })}</legend>
                {WAYS.map((way) => (
                  <Button
                    key={way}
                    variant="secondary"
                    size="sm"
                    aria-pressed={draft.places[i]?.way === way}
                    className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
                    onClick={() => take(choice, i, way)}
                  >
                    {t(`conflict.take.${way}`)}
                  </Button>
                ))}
              </fieldset>
            )}
          </div>
        ))}
        <Button variant="ghost" size="sm" className="-ml-2 self-start" onClick={onReset}>
          {t('conflict.reset')}
        </Button>
      </section>
      <label className="flex min-h-0 min-w-0 grow basis-0 flex-col border-line border-l max-md:border-t max-md:border-l-0">
        <span className="shrink-0 px-6 pt-2 text-ink-soft text-sm">{t('conflict.result')}</span>
        <textarea
          ref={box}
          value={draft.text}
          spellCheck={false}
          onChange={(event) => onChange(writtenMerge(draft, event.target.value))}
          className="scroll-thin min-h-0 grow resize-none bg-surface px-6 py-2 font-mono text-ink text-sm leading-6 outline-offset-[-2px]"
        />
      </label>
    </>
  );
}

function adviceOf(nChoices: number, isPlaced: boolean) {
  if (nChoices === 0) return 'conflict.noPieces';
  return isPlaced ? 'conflict.piecesAdvice' : 'conflict.piecesMoved';
}

function Piece({ text, label, look }: { text: string; label: string; look: string }) {
  const { t } = useTranslation('sync');
  return (
    <div className={`rounded-md px-3 py-1.5 ${look}`}>
      <span className="block text-ink-soft text-xs">{label}</span>
      {text.trim() === '' ? (
        <span className="text-ink-soft text-sm">{t('conflict.nothing')}</span>
      ) : (
        <span
          translate="no"
          className="whitespace-pre-wrap break-words font-mono text-sm leading-6"
        >
          {text.replace(/\n+$/, '')}
        </span>
      )}
    </div>
  );
}

/** Brings the piece into sight, without taking the focus from the button. */
function show(box: HTMLTextAreaElement | null, { text, places }: MergeDraft, index: number): void {
  const place = places[index];
  if (box === null || place === undefined) return;
  const share = place.start / Math.max(1, text.length);
  box.scrollTop = share * box.scrollHeight - box.clientHeight / 2;
}
