import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import { useEditor, useWorkbench } from '../editor-context';
import { currentHeading } from './current-heading';

const NONE: never[] = [];

/** The headings of the article; a click goes there. */
export function Outline() {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const headings = useEditor((state) => state.info?.headings ?? NONE);
  const cursorLine = useEditor((state) => state.selection.line);
  const current = currentHeading(headings, cursorLine);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current === -1) return;
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (headings.length === 0) {
    return (
      <div className="px-3 py-6 text-center">
        <p className="font-medium text-ink-soft">{t('outline.empty')}</p>
        <p className="mt-1 text-ink-faint text-sm">{t('outline.emptyHint')}</p>
      </div>
    );
  }
  const top = Math.min(...headings.map((heading) => heading.level));
  return (
    <nav aria-label={t('sidebar.outline')}>
      <ol ref={list} translate="no">
        {headings.map((heading, index) => (
          <li key={`${heading.line} ${heading.id}`}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              style={{ paddingLeft: 12 + (heading.level - top) * 16 }}
              onClick={() => workbench.view.goToLine(heading.line)}
              className={classNames(
                'block w-full truncate rounded-md py-1.5 pr-3 text-left text-sm hover:bg-hover focus-visible:outline-offset-[-2px] pointer-coarse:py-3',
                heading.level === top ? 'text-ink' : 'text-ink-soft',
                'aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-text',
              )}
            >
              {heading.text || t('outline.untitled')}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
