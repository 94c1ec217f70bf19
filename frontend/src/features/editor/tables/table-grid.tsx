import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Ellipsis,
  Plus,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isComposition } from '../../../lib/browser/composition';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../../ui/menus/menu';
import type { Alignment, MarkdownTable } from '../edits/markdown-table';
import {
  insertColumn,
  insertRow,
  MAX_COLUMNS,
  MAX_ROWS,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  setAlignment,
  setCell,
} from './edit-table';

const ALIGNMENTS: readonly Alignment[] = ['none', 'left', 'center', 'right'];
const ALIGNMENT_ICONS = {
  none: Ellipsis,
  left: AlignLeft,
  center: AlignCenter,
  right: AlignRight,
} as const;

interface TableGridProps {
  table: MarkdownTable;
  onChange: (by: (table: MarkdownTable) => MarkdownTable) => void;
}

/** The cells of a table as in a spreadsheet, with menus for its rows and columns. */
export function TableGrid({ table, onChange }: TableGridProps) {
  const { t } = useTranslation('tools');
  const body = useRef<HTMLTableElement>(null);
  // The focus moves at once: the next letter belongs to the new cell.
  const focus = (row: number, column: number) =>
    body.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  const addRow = (at: number) => flushSync(() => onChange(insertRow(at)));
  // As in a spreadsheet, Enter goes to the cell below, and adds a row in the last one.
  const handleKey = (event: KeyboardEvent, row: number, column: number) => {
    // With another key, Enter belongs to the dialog.
    if (isComposition(event.nativeEvent) || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (row === table.rows.length - 1) addRow(row + 1);
      focus(row + 1, column);
    }
    // Tab at the end of a row goes to the next one. The menu between them is reached by going back.
    const isAtEnd = column === table.columns.length - 1 && row < table.rows.length - 1;
    if (event.key === 'Tab' && isAtEnd && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      focus(row + 1, 0);
    }
    if (event.key === 'ArrowDown') focus(row + 1, column);
    if (event.key === 'ArrowUp') focus(row - 1, column);
  };
  return (
    <div className="scroll-thin -mx-1 overflow-x-auto p-1">
      <table ref={body} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {table.columns.map((align, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={column} scope="col" className="pb-1 font-normal">
                <ColumnMenu table={table} column={column} align={align} onChange={onChange} />
              </th>
            ))}
            <td className="sticky right-0 w-8 bg-raised">
              <IconButton
                icon={Plus}
                size="iconSm"
                label={t('table.addColumn')}
                disabled={table.columns.length >= MAX_COLUMNS}
                onClick={() => onChange(insertColumn(table.columns.length))}
              />
            </td>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={row}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={column} className="min-w-24 max-md:min-w-20">
                  <input
                    data-cell={`${row} ${column}`}
                    data-first-focus={row === 0 && column === 0 ? '' : undefined}
                    aria-label={
                      row === 0
                        ? t('table.headCell', { column: column + 1 })
                        : t('table.cell', { row, column: column + 1 })
                    }
                    value={cell}
                    onChange={(event) => onChange(setCell(row, column, event.target.value))}
                    onKeyDown={(event) => handleKey(event, row, column)}
                    style={{
                      textAlign: table.columns[column] === 'none' ? 'left' : table.columns[column],
                    }}
                    className={`h-8 w-full border-line-strong border-r border-b bg-surface px-2 text-sm outline-none focus:relative focus:outline-2 focus:outline-accent-text focus:outline-offset-[-2px] pointer-coarse:h-11 pointer-coarse:text-lg ${row === 0 ? 'border-t bg-hover font-medium' : ''} ${column === 0 ? 'border-l' : ''}`}
                  />
                </td>
              ))}
              <td className="sticky right-0 w-8 bg-raised pl-1">
                {row > 0 && <RowMenu table={table} row={row} onChange={onChange} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        className="mt-1"
        disabled={table.rows.length >= MAX_ROWS}
        onClick={() => {
          addRow(table.rows.length);
          focus(table.rows.length, 0);
        }}
      >
        <Plus size={14} aria-hidden />
        <span>{t('table.addRow')}</span>
      </Button>
    </div>
  );
}

function ColumnMenu({
  table,
  column,
  align,
  onChange,
}: TableGridProps & { column: number; align: Alignment }) {
  const { t } = useTranslation('tools');
  return (
    <Menu
      align="start"
      trigger={
        <IconButton
          icon={ALIGNMENT_ICONS[align]}
          size="iconSm"
          className="w-full"
          label={t('table.columnMenu', { column: column + 1 })}
        />
      }
    >
      <MenuChoices
        label={t('table.alignment')}
        value={align}
        options={ALIGNMENTS.map((value) => ({ value, label: t(`table.align.${value}`) }))}
        onChange={(value) => onChange(setAlignment(column, value))}
      />
      <MenuSeparator />
      <MenuItem icon={Plus} onSelect={() => onChange(insertColumn(column))}>
        {t('table.insertLeft')}
      </MenuItem>
      <MenuItem icon={Plus} onSelect={() => onChange(insertColumn(column + 1))}>
        {t('table.insertRight')}
      </MenuItem>
      {column > 0 && (
        <MenuItem icon={ArrowLeft} onSelect={() => onChange(moveColumn(column, -1))}>
          {t('table.moveLeft')}
        </MenuItem>
      )}
      {column < table.columns.length - 1 && (
        <MenuItem icon={ArrowRight} onSelect={() => onChange(moveColumn(column, 1))}>
          {t('table.moveRight')}
        </MenuItem>
      )}
      {table.columns.length > 1 && (
        <MenuItem icon={Trash2} onSelect={() => onChange(removeColumn(column))}>
          {t('table.removeColumn')}
        </MenuItem>
      )}
    </Menu>
  );
}

function RowMenu({ table, row, onChange }: TableGridProps & { row: number }) {
  const { t } = useTranslation('tools');
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} size="iconSm" label={t('table.rowMenu', { row })} />}
    >
      <MenuItem icon={Plus} onSelect={() => onChange(insertRow(row))}>
        {t('table.insertAbove')}
      </MenuItem>
      <MenuItem icon={Plus} onSelect={() => onChange(insertRow(row + 1))}>
        {t('table.insertBelow')}
      </MenuItem>
      <MenuItem icon={ArrowUp} onSelect={() => onChange(moveRow(row, -1))}>
        {t('table.moveUp')}
      </MenuItem>
      {row < table.rows.length - 1 && (
        <MenuItem icon={ArrowDown} onSelect={() => onChange(moveRow(row, 1))}>
          {t('table.moveDown')}
        </MenuItem>
      )}
      <MenuItem icon={Trash2} onSelect={() => onChange(removeRow(row))}>
        {t('table.removeRow')}
      </MenuItem>
    </Menu>
  );
}
