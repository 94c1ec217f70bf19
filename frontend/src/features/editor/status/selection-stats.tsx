import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor, useWorkbench } from '../editor-context';

/** The length of the selected text, counted as the article is. */
export function SelectionStats() {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const text = useEditor((state) => state.selection.text);
  const stats = useMemo(() => workbench.renderer.statsOf(text), [workbench, text]);
  if (stats === null) return null;
  return (
    <span data-testid="selection-stats" className="font-medium text-ink-soft">
      <span>{t('selection.words', { count: stats.words })}</span>
      <span className="max-md:hidden">
        {` · ${t('selection.characters', { count: stats.characters })}`}
      </span>
    </span>
  );
}
