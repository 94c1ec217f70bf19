import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeptWork, keepWork } from '../../lib/browser/unsaved-work';
import { Button } from '../buttons/button';

interface PanelBoundaryProps {
  children: ReactNode;
}

interface PanelBoundaryState {
  error: unknown;
  kept: KeptWork;
}

/** How often a panel is drawn anew by itself. More would hide a fault that comes back with each drawing. */
const MAX_REDRAWINGS = 3;

/**
 * Keeps a panel that fails from taking down what is around it. What was typed is kept first.
 *
 * Browsers that translate, and extensions, move nodes of the page. React fails when it meets one, and a panel that is
 * drawn anew is right again: that happens by itself. Any other failure says so, with a button to try again.
 */
export class PanelBoundary extends Component<PanelBoundaryProps, PanelBoundaryState> {
  override state: PanelBoundaryState = { error: null, kept: 'nothing' };
  #nRedrawings = 0;

  static getDerivedStateFromError(error: unknown): PanelBoundaryState {
    return { error: error ?? new Error('nothing was thrown'), kept: keepWork() };
  }

  override componentDidCatch(error: unknown): void {
    const isMovedNode = error instanceof DOMException && error.name === 'NotFoundError';
    if (!isMovedNode || this.#nRedrawings >= MAX_REDRAWINGS) return;
    this.#nRedrawings += 1;
    this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error, kept } = this.state;
    if (error === null) return this.props.children;
    return <PanelFailure kept={kept} onRetry={() => this.setState({ error: null })} />;
  }
}

function PanelFailure({ kept, onRetry }: { kept: KeptWork; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-ink text-sm"
    >
      <p>{t('crash.panel')}</p>
      {kept !== 'nothing' && <p className="text-ink-soft">{t(`crash.${kept}`)}</p>}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
