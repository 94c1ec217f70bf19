import { useEffect, useRef } from 'react';
import { readChosen } from '../../../../transfer/import/dropped-files';
import type { PostTask } from '../tasks/task-context';
import { useImport } from './use-import';

type ChooseWhat = Extract<PostTask, { kind: 'choose' }>['what'];

const ACCEPTED = {
  files: '.md,.markdown,.mdx,.txt,.zip,image/*',
  folder: undefined,
  backup: '.zip',
} as const;

/** Opens the system's file dialog when it is mounted. */
export function ChooseFiles({ what, onClose }: { what: ChooseWhat; onClose: () => void }) {
  const takeIn = useImport(what === 'backup');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = input.current;
    if (element === null) return;
    // React knows no such attribute.
    element.webkitdirectory = what === 'folder';
    element.addEventListener('cancel', onClose);
    element.click();
    return () => element.removeEventListener('cancel', onClose);
  }, [what, onClose]);
  return (
    <input
      ref={input}
      type="file"
      hidden
      data-testid="choose-files"
      multiple={what !== 'backup'}
      accept={ACCEPTED[what]}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        onClose();
        if (files.length > 0) takeIn(() => readChosen(files));
      }}
    />
  );
}
