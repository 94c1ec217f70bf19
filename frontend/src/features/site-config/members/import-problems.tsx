import { useTranslation } from 'react-i18next';
import type { ImportLine, LineProblem } from './import-report';

/** Bad lines that are shown; the report that can be saved holds all of them. */
const SHOWN_MAX = 50;

const OWN: readonly LineProblem[] = [
  'identifier',
  'shortened',
  'end',
  'double',
  'columns',
  'lineBreak',
  'swallowed',
];

/** Says what is wrong with a line: found here, or a key of the server. */
export function useProblemWords(): (problem: string) => string {
  const { t } = useTranslation(['sales', 'errors']);
  const lookup = t as unknown as (key: string, options: { defaultValue: string }) => string;
  return (problem) => {
    const own = OWN.find((one) => one === problem);
    return own === undefined
      ? lookup(`errors:${problem}`, { defaultValue: t('import.problems.other') })
      : t(`import.problems.${own}`);
  };
}

interface ImportProblemsProps {
  lines: readonly ImportLine[];
  problems: ReadonlyMap<number, string>;
}

/** The lines that cannot be imported, each with the reason. */
export function ImportProblems({ lines, problems }: ImportProblemsProps) {
  const { t } = useTranslation('sales');
  const textOf = new Map(lines.map(({ line, identifier }) => [line, identifier]));
  const shown = [...problems].sort(([a], [b]) => a - b).slice(0, SHOWN_MAX);
  return (
    <section aria-label={t('import.problemsTitle')}>
      <p role="status" className="mb-2 text-danger text-sm">
        {t('import.bad', { count: problems.size })}
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line text-sm">
        {shown.map(([line, words]) => (
          <li key={line} className="flex flex-wrap gap-x-3 gap-y-0.5 px-3 py-1.5">
            <span className="shrink-0 text-ink-faint tabular-nums">
              {t('import.line', { line })}
            </span>
            <span className="min-w-0 grow break-all text-ink">{textOf.get(line)}</span>
            <span className="text-danger">{words}</span>
          </li>
        ))}
      </ul>
      {problems.size > SHOWN_MAX && (
        <p className="mt-1.5 text-ink-faint text-xs">
          {t('import.more', { count: problems.size - SHOWN_MAX })}
        </p>
      )}
    </section>
  );
}
