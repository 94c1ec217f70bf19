import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { TextField } from '../../../ui/fields/text-field';
import { dialogDrafts, draftKey } from '../dialog-drafts';
import { editArticle } from '../edit-article';
import { useEditor, useWorkbench } from '../editor-context';
import { insertBlock } from '../edits/blocks';
import {
  emptyTable,
  type FoundTable,
  type MarkdownTable,
  tableAt,
  tableText,
} from '../edits/markdown-table';
import type { Selected, SourceEditor } from '../source-editor';
import { MAX_COLUMNS, MAX_ROWS, resize } from './edit-table';
import { TableGrid } from './table-grid';

const tableDraftsOf = dialogDrafts<MarkdownTable>();

interface Place {
  selected: Selected;
  found: FoundTable | null;
}

/** Inserts a table, or edits the one at the cursor. */
export function TableDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tools', 'app']);
  const workbench = useWorkbench();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const [place] = useState<Place>(() => {
    const selected = workbench.source?.selected() ?? { text: '', start: 0, end: 0 };
    return { selected, found: tableAt(selected.text, selected.start) };
  });
  /** A dialog that is closed in passing keeps what was typed, for a new table and for each one of the text. */
  const drafts = tableDraftsOf(workbench);
  const [key] = useState(() => draftKey(workbench, place.selected.text, place.found));
  const [first] = useState<MarkdownTable>(() => place.found?.table ?? emptyTable(3, 3));
  const [table, showTable] = useState(() => drafts.get(key) ?? first);
  const setTable = (next: MarkdownTable) => {
    drafts.set(key, next);
    showTable(next);
  };
  /** The table before its size was changed: on the way to 10 rows there is 1, and no cell is lost by it. */
  const [whole, setWhole] = useState<MarkdownTable | null>(null);
  const change = (by: (table: MarkdownTable) => MarkdownTable) => {
    setWhole(null);
    setTable(by(table));
  };
  const changeSize = (nRows: number, nColumns: number) => {
    setWhole(whole ?? table);
    setTable(resize(nRows, nColumns)(whole ?? table));
  };
  const apply = () => {
    const source = workbench.source;
    // Another page writes the article by now: the dialog stays, and so does what was typed.
    if (source === null || isReadOnly) return;
    onClose();
    drafts.delete(key);
    putTable(source, table, place);
  };
  const cancel = () => {
    drafts.delete(key);
    onClose();
  };
  const startOver = () => {
    setWhole(null);
    drafts.delete(key);
    showTable(first);
  };
  return (
    <Dialog
      isOpen
      isWide
      hasInput={false}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmitKeys={apply}
      title={t(place.found === null ? 'table.insertTitle' : 'table.editTitle')}
      actions={
        <>
          <Button variant="secondary" onClick={cancel}>
            {t('app:dialog.cancel')}
          </Button>
          <Button variant="primary" disabled={isReadOnly} onClick={apply}>
            {t(place.found === null ? 'table.insert' : 'table.save')}
          </Button>
        </>
      }
    >
      <div className="mb-4 flex items-end gap-3">
        <SizeField
          label={t('table.rows')}
          value={table.rows.length}
          max={MAX_ROWS}
          onChange={(n) => changeSize(n, table.columns.length)}
        />
        <SizeField
          label={t('table.columns')}
          value={table.columns.length}
          max={MAX_COLUMNS}
          onChange={(n) => changeSize(table.rows.length, n)}
        />
        {table !== first && (
          <Button className="ml-auto" onClick={startOver}>
            {t('table.startOver')}
          </Button>
        )}
      </div>
      <TableGrid table={table} onChange={change} />
      <p className="mt-3 text-ink-faint text-xs">{t('table.hint')}</p>
    </Dialog>
  );
}

function putTable(source: SourceEditor, table: MarkdownTable, { found, selected }: Place): void {
  if (found === null) {
    // An empty table is filled cell by cell; after a full one the author writes on below.
    const isEmpty = table.rows.every((row) => row.every((cell) => cell.trim() === ''));
    const cursor = isEmpty ? ([2, 2] as [number, number]) : 'below';
    editArticle(source, (at) => insertBlock(at, tableText(table), cursor), selected);
  } else {
    const insert = tableText(table, found.prefix);
    const cursor = found.from + found.prefix.length + 2;
    source.apply({
      from: found.from,
      to: found.to,
      insert,
      selectStart: cursor,
      selectEnd: cursor,
    });
  }
}

interface SizeFieldProps {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

function SizeField({ label, value, max, onChange }: SizeFieldProps) {
  const [text, setText] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      className="w-24"
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      value={text ?? String(value)}
      onChange={(next) => {
        setText(next);
        const n = Number(next);
        if (Number.isInteger(n) && n >= 1 && n <= max) onChange(n);
      }}
      onBlur={() => setText(null)}
    />
  );
}
