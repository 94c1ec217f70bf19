import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importMembers } from '../../../api/members';
import { errorText } from '../../../i18n/error-text';
import { download } from '../../../lib/browser/download';
import { toCsv } from '../../../lib/files/csv';
import { decodeText } from '../../../lib/text/decode-text';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { TextArea } from '../../../ui/fields/text-field';
import { useRequestKey } from '../../../ui/hooks/use-request-key';
import { toast } from '../../../ui/states/toast';
import { useSalesChange, useSalesPlace } from '../sales/use-sales';
import { ImportProblems, useProblemWords } from './import-problems';
import { IMPORT_MAX_LINES, readImport, reportCsv } from './import-report';

/** Imports members from CSV. What is wrong with a line is shown before anything is sent, and what the server finds too. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const wordsOf = useProblemWords();
  const keyFor = useRequestKey();
  const [csv, setCsv] = useState('');
  const [found, setFound] = useState<ReadonlyMap<number, string>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const file = readImport(csv);
  const { lines } = file;
  const problems = new Map(found);
  for (const { line, problem } of lines) {
    if (problem !== null) problems.set(line, wordsOf(problem));
  }
  const nGood = lines.length - problems.size;
  const isTooLong = lines.length > IMPORT_MAX_LINES;
  const columns = {
    plain: [t('import.account'), t('import.end'), t('import.note')],
    line: t('import.lineNumber'),
    problem: t('import.problem'),
  };
  const change = (next: string) => {
    setCsv(next);
    setFound(new Map());
    setFailure(null);
  };
  const send = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      const report = await importMembers(
        teamId,
        siteId,
        csv,
        problems.size > 0,
        keyFor({ csv, isPartial: problems.size > 0 }),
      );
      await refresh();
      if (report.nImported > 0) toast.success(t('import.done', { count: report.nImported }));
      if (report.problems.length === 0 || problems.size > 0) onClose();
      else setFound(new Map(report.problems.map((one) => [one.line, wordsOf(one.problem)])));
    } catch (error) {
      setFailure(errorText(t, error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      isWide
      hasInput={csv !== ''}
      title={t('import.title')}
      description={t('import.text')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('import.cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={isBusy || nGood <= 0 || isTooLong}
            onClick={() => void send()}
          >
            {problems.size > 0
              ? t('import.good', { count: Math.max(0, nGood) })
              : t('import.action', { count: lines.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          <ChooseFile onText={change} />
          <Button
            variant="secondary"
            onClick={() =>
              download(
                t('import.templateFile'),
                'text/csv',
                toCsv([[...columns.plain, t('import.nickname'), t('import.package')]]),
              )
            }
          >
            <Download size={16} strokeWidth={1.75} aria-hidden />
            <span>{t('import.template')}</span>
          </Button>
        </div>
        <TextArea
          label={t('import.lines')}
          hint={t('import.hint')}
          rows={6}
          spellCheck={false}
          className="font-mono"
          placeholder={'reader@example.com,12,\n+86-13800138000,2027-01-31,'}
          value={csv}
          onChange={change}
        />
        {isTooLong && (
          <p role="alert" className="text-danger text-sm">
            {t('import.tooMany', { max: IMPORT_MAX_LINES })}
          </p>
        )}
        {problems.size > 0 && (
          <>
            <ImportProblems lines={lines} problems={problems} />
            <Button
              variant="secondary"
              className="self-start"
              onClick={() =>
                download('problems.csv', 'text/csv', reportCsv(file, columns, problems))
              }
            >
              <Download size={16} strokeWidth={1.75} aria-hidden />
              <span>{t('import.report')}</span>
            </Button>
          </>
        )}
        {failure !== null && (
          <p role="alert" className="text-danger text-sm">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function ChooseFile({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation('sales');
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file !== undefined) onText(decodeText(new Uint8Array(await file.arrayBuffer())).text);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={t('import.file')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button variant="secondary" className="self-start" onClick={() => input.current?.click()}>
        <FileUp size={16} strokeWidth={1.75} aria-hidden />
        <span>{t('import.file')}</span>
      </Button>
    </>
  );
}
