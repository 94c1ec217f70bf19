import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../ui/fields/text-field';
import type { FieldPath } from '../draft/path';
import { isWithin, valueAt } from '../draft/path';
import { isSame } from '../draft/same';
import { problemWords, useDraft, useDraftState, useLimits } from '../draft/use-draft';

interface BoundLinesProps {
  path: FieldPath;
  label: string;
  /** The heading above says the same. */
  isLabelHidden?: boolean;
}

/** A list of texts, one on each line. */
export function BoundLines({ path, label, isLabelHidden }: BoundLinesProps) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft();
  const { maxItems, items } = useLimits(path);
  const maxChars = typeof items === 'object' ? items.maxLength : undefined;
  const { value: whole, errors } = useDraftState();
  const lines = valueAt(whole, path) as string[];
  // An empty line that was just begun is no text yet, and stays in sight all the same.
  const [text, setText] = useState(() => lines.join('\n'));
  const shown = isSame(linesOf(text), lines) ? text : lines.join('\n');
  const problem = Object.entries(errors).find(([at]) => isWithin(at, path))?.[1];
  return (
    <div data-field={path}>
      <TextArea
        label={label}
        isLabelHidden={isLabelHidden === true}
        rows={Math.min(8, Math.max(3, lines.length + 1))}
        value={shown}
        onChange={(next) => {
          setText(next);
          draft.setField(path, linesOf(next));
        }}
        onBlur={draft.settle}
        hint={t('lines.hint', { lines: maxItems, chars: maxChars })}
        error={problem && problemWords(t, problem)}
      />
    </div>
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
