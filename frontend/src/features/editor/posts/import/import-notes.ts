import type { TFunction } from 'i18next';
import type { Locale } from '../../../../config/constants';
import type { ImportReport } from '../../../../transfer/import/report';

/** Most files that a message names of one kind. */
const NAMED_MAX = 5;

/** What an author should know of texts that were imported at once, a line each; nothing where all went as it should. */
export function importNotes(
  t: TFunction<'library'>,
  locale: Locale,
  { leftOut, changes }: Pick<ImportReport, 'leftOut' | 'changes'>,
): string | undefined {
  const nSkipped = leftOut.reduce((sum, { nFiles }) => sum + nFiles, 0);
  const namesOf = (groups: readonly { kind: string; names: string[] }[], kind: string) =>
    (groups.find((group) => group.kind === kind)?.names ?? []).slice(0, NAMED_MAX);
  const changed = (kind: string) => changes.find((change) => change.kind === kind);
  const nUnconverted = changed('unconverted')?.count ?? 0;
  const pictures = changed('missingImages');
  const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' });
  const lines = [
    ...(pictures === undefined
      ? []
      : [
          t('import.missingImages', {
            count: pictures.count,
            names: `${list.format(pictures.details.slice(0, NAMED_MAX).map(({ name }) => name))}${pictures.details.length > NAMED_MAX ? '…' : ''}`,
          }),
        ]),
    ...(nUnconverted === 0 ? [] : [t('import.unconverted', { count: nUnconverted })]),
    ...(nSkipped === 0 ? [] : [t('import.skipped', { count: nSkipped })]),
    ...namesOf(leftOut, 'binary').map((name) => t('import.binary', { name })),
    ...namesOf(changes, 'damaged').map((name) => t('import.damaged', { name })),
    ...namesOf(changes, 'uncertain').map((name) => t('import.uncertain', { name })),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}
