import { useCallback, useEffect, useRef, useState } from 'react';
import type { LibraryRecords } from '../../storage/knowledge-bases';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import type { LocalImageFiles } from '../archive/archive';
import type { ImportChoice } from './import.worker';
import { type ImportProgress, ImportSession } from './import-session';
import type { ImportFile } from './model';
import type { ImportTarget } from './records';
import type { ImportReport } from './report';

/** Changes of the choice within this time are planned once, in milliseconds: a name is typed letter by letter. */
const PLAN_PAUSE_MS = 200;

/** An import as a dialog needs it: the files are read at once, and planned anew after every change of the choice. */
export function useImportSession(
  files: ImportFile[],
  here: Extract<ImportTarget, { kind: 'base' }> | null,
) {
  const session = useRef<ImportSession | null>(null);
  const [choice, setChoice] = useState<ImportChoice | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [backup, setBackup] = useState<{ all: LibrarySnapshot; images: LocalImageFiles } | null>(
    null,
  );
  const planned = useRef<ImportChoice | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open when the dialog opens is what is meant.
  useEffect(() => {
    const running = new ImportSession(setProgress);
    session.current = running;
    const begin = async () => {
      const read = await running.read(files);
      if (read.backup !== null) {
        setBackup(read.backup);
        return;
      }
      // A plain folder goes where the author is; a whole collection is a knowledge base of its own.
      const isPlain = read.recognized === 'markdown' && here !== null;
      const first: ImportChoice = {
        kind: null,
        target: isPlain ? here : { kind: 'newBase', name: read.name },
      };
      planned.current = first;
      setReport(await running.plan(first));
      setChoice(first);
    };
    begin().catch((failure: unknown) => !running.isOver && setError(failure));
    return () => running.end();
  }, [files]);
  useEffect(() => {
    if (choice === null || choice === planned.current) return;
    const timer = setTimeout(() => {
      planned.current = choice;
      session.current?.plan(choice).then(
        (next) => planned.current === choice && setReport(next),
        (failure: unknown) => !session.current?.isOver && setError(failure),
      );
    }, PLAN_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [choice]);
  const commit = useCallback(async (): Promise<LibraryRecords> => {
    const running = session.current;
    if (running === null || choice === null) throw new Error('nothing is planned');
    setProgress(null);
    if (planned.current !== choice) await running.plan(choice);
    return running.commit();
  }, [choice]);
  return { choice, setChoice, report, progress, error, backup, commit };
}
