import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../engine/types';
import { engineText } from '../../../i18n/error-text';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { useWorkbench } from '../editor-context';
import { lineOf } from './line-of';

interface FindingsDialogProps {
  findings: Finding[];
  onClose: () => void;
}

/** What WeChat will not keep of the copy that was just made, each with its line in the source where it is known. */
export function FindingsDialog({ findings, onClose }: FindingsDialogProps) {
  const { t } = useTranslation('editor');
  return (
    <Dialog
      isOpen={findings.length > 0}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('copy.findings.title', { count: findings.length })}
      description={t('copy.findings.advice')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('copy.findings.close')}
        </Button>
      }
    >
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {findings.map((finding) => (
          <FindingRow
            key={`${finding.key} ${finding.detail}`}
            finding={finding}
            onLeave={onClose}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function FindingRow({ finding, onLeave }: { finding: Finding; onLeave: () => void }) {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const detail = finding.detail ?? '';
  const words = engineText(t, 'finding', finding.key, detail);
  const line = lineOf(workbench.text, detail);
  return (
    <li className="flex items-start gap-4 py-2.5 text-sm leading-5">
      <span className="min-w-0 grow">
        {words}
        {detail !== '' && !words.includes(detail) && (
          <span className="mt-0.5 block break-all font-mono text-ink-faint text-xs">{detail}</span>
        )}
      </span>
      {line !== null && (
        <Button
          size="sm"
          className="-my-1 text-accent-text"
          onClick={() => {
            onLeave();
            workbench.goToLine(line);
          }}
        >
          {t('status.line', { line })}
        </Button>
      )}
    </li>
  );
}
