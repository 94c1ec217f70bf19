import { FileX2, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportReport, ReportGroup } from './report';

/** Most names that a group shows; the rest is counted. */
const NAMES_SHOWN = 50;

/** What an import would bring, change and leave out. */
export function ReportView({ report }: { report: ImportReport }) {
  const { t } = useTranslation('transfer');
  const { changes, leftOut, categories } = report;
  const notes = [
    ...(report.isNameTaken ? [t('nameTaken')] : []),
    ...(report.isCopy ? [t('copy')] : []),
  ];
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-medium text-ink text-lg tabular-nums">
          {t(report.nFolders > 0 ? 'summaryFolders' : 'summary', {
            documents: report.nDocuments,
            folders: report.nFolders,
            categories: categories.length,
            images: report.nImages,
          })}
        </p>
        <ul aria-label={t('categories')} className="mt-2 flex flex-wrap gap-1.5">
          {[...new Set(categories)].slice(0, NAMES_SHOWN).map((name) => (
            <li
              key={name}
              className="max-w-full truncate rounded bg-hover px-2 py-0.5 text-ink-soft text-sm"
            >
              {name}
            </li>
          ))}
        </ul>
        {notes.map((note) => (
          <p key={note} className="mt-1 text-ink-soft text-sm">
            {note}
          </p>
        ))}
      </div>
      {report.nSameTitles > 0 && (
        <Group
          title={t('sameTitles', { count: report.nSameTitles })}
          names={report.sameTitles}
          total={report.nSameTitles}
        />
      )}
      {changes.length > 0 && (
        <Section
          icon={<PencilLine size={16} strokeWidth={1.75} aria-hidden />}
          title={t('changes')}
        >
          {changes.map((group) => (
            <Group
              key={group.kind}
              title={t(`change.${group.kind}`, { count: group.count })}
              details={group.details}
              names={group.names}
              total={group.nFiles}
            />
          ))}
        </Section>
      )}
      {leftOut.length > 0 && (
        <Section icon={<FileX2 size={16} strokeWidth={1.75} aria-hidden />} title={t('leftOut')}>
          {leftOut.map((group) => (
            <Group
              key={group.kind}
              title={t(`reason.${group.kind}`)}
              aside={t('files', { count: group.nFiles })}
              names={group.names}
              total={group.nFiles}
            />
          ))}
        </Section>
      )}
      {changes.length === 0 && leftOut.length === 0 && (
        <p className="text-base text-ink-soft">{t('nothingChanges')}</p>
      )}
    </div>
  );
}

function Section({
  icon,
  title,
  children,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}) {
  return (
    <section>
      <h3 className="mb-1.5 flex items-center gap-2 font-medium text-ink text-sm">
        <span className="text-ink-faint">{icon}</span>
        <span>{title}</span>
      </h3>
      <div className="divide-y divide-line rounded-lg border border-line">{children}</div>
    </section>
  );
}

/** A line that opens to what it is about and to the names of its files. */
function Group({
  title,
  aside,
  details = [],
  names,
  total,
}: {
  title: string;
  aside?: string;
  details?: ReportGroup<string>['details'];
  names: ReportGroup<string>['names'];
  total: number;
}) {
  const { t } = useTranslation('transfer');
  const shown = names.slice(0, NAMES_SHOWN);
  return (
    <details className="group px-3 py-2 text-sm">
      <summary className="cursor-pointer text-ink marker:text-ink-faint pointer-coarse:py-1.5">
        <span>{title}</span>
        {aside !== undefined && <span className="ml-2 text-ink-faint">{aside}</span>}
      </summary>
      {details.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-0.5 pl-4 text-ink">
          {details.slice(0, NAMES_SHOWN).map(({ name, count }) => (
            <li key={name} className="break-all">
              {t('detail', { name, count })}
            </li>
          ))}
          {details.length > NAMES_SHOWN && (
            <li>{t('moreNames', { count: details.length - NAMES_SHOWN })}</li>
          )}
        </ul>
      )}
      <ul className="mt-1.5 flex flex-col gap-0.5 pl-4 text-ink-soft">
        {shown.map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes; a name may stand in it twice.
          <li key={i} className="break-all">
            {name}
          </li>
        ))}
        {total > shown.length && <li>{t('moreNames', { count: total - shown.length })}</li>}
      </ul>
    </details>
  );
}
